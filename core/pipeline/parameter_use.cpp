// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/parameter_use.h"

#include "core/base/same_bytes.h"
#include "core/ir/subgraphs.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace edgewright::pipeline {

namespace {

class UseCounter {
public:
    explicit UseCounter(const RunContext& run) : m_run(run) {}

    void add(const ir::Graph& graph) {
        std::vector<bool> isRead(graph.valueCount(), false);
        const auto read = [&](ValueId id) {
            if (id.valid() && graph.contains(id)) isRead[id.index()] = true;
        };
        std::ranges::for_each(graph.outputs, read);
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            std::ranges::for_each(node.inputs, read);
            std::ranges::for_each(ir::capturedValues(node), read);
            ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) { add(*inner); });
        }
        for (std::size_t i = 0; i < graph.valueCount() && !m_run.stopped(); ++i)
            if (const ir::Value& value = graph.value(ValueId(i)); value.constant && value.constant->hasData())
                add(*value.constant, value.name, isRead[i]);
    }
    const ParameterUse& result() const { return m_result; }

private:
    struct Known {
        std::span<const std::byte> bytes;
        std::string name;
        bool hasCopy = false;
    };
    // Type, and a sample of the bytes, which mostly tells different weights from one another.
    using Key = std::tuple<ir::DataType, ir::Dims, std::string>;

    void add(const ir::Tensor& tensor, const std::string& name, bool isRead) {
        const auto bytes = tensor.type().bytes().value_or(0);
        if (!isRead) {
            m_result.unused += tensor.elements();
            m_result.unusedBytes += bytes;
            return;
        }
        ++m_result.tensors;
        if (tensor.bytes().empty() || !isCopy(tensor, name)) return;
        ++m_result.copies;
        m_result.copiedBytes += bytes;
    }
    bool isCopy(const ir::Tensor& tensor, const std::string& name) {
        constexpr std::size_t MaxCompared = 16; // that agree in the sample and differ elsewhere
        std::vector<Known>& known = m_known[{tensor.dtype(), tensor.dims(), sampleOf(tensor)}];
        const auto bytes = tensor.bytes();
        for (Known& each : known) {
            if (!areSameBytes(each.bytes, bytes)) continue;
            if (!std::exchange(each.hasCopy, true) && m_result.originals++ == 0) m_result.original = each.name;
            return true;
        }
        if (known.size() < MaxCompared) known.push_back({bytes, name});
        return false;
    }
    static std::string sampleOf(const ir::Tensor& tensor) {
        constexpr std::size_t Length = 64;
        const auto bytes = tensor.bytes();
        std::string sample;
        for (const std::size_t at :
             {std::size_t(0), bytes.size() / 2, bytes.size() - std::min(bytes.size(), Length)})
            sample.append(reinterpret_cast<const char*>(bytes.data()) + at,
                          std::min(Length, bytes.size() - at));
        return sample;
    }

    const RunContext& m_run;
    ParameterUse m_result;
    std::map<Key, std::vector<Known>> m_known;
};

} // namespace

ParameterUse parameterUse(const ir::Graph& graph, const RunContext& run) {
    UseCounter counter(run);
    counter.add(graph);
    return counter.result();
}

} // namespace edgewright::pipeline
