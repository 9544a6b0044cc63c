// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/weight_bytes.h"

#include "core/ir/subgraphs.h"

#include <unordered_set>

namespace edgewright::device {

namespace {

class WeightBytes {
public:
    void add(const ir::Graph& graph) {
        const ir::Connections links(graph);
        for (std::size_t i = 0; i < graph.valueCount(); ++i) {
            const ir::Value& value = graph.value(ValueId(i));
            if (value.constant && (!links.consumers(value.id).empty() || graph.isOutput(value.id)))
                add(*value.constant);
        }
        for (const NodeId id : graph.order()) {
            const ir::Node& node = graph.node(id);
            for (const ir::Attribute& attribute : node.attributes)
                if (const auto* tensor = std::get_if<ir::Tensor>(&attribute.value)) add(*tensor);
            ir::forEachSubgraph(node, [this](const ir::Subgraph& each) { add(*each); });
            if (node.body) add(*node.body);
        }
    }
    std::int64_t bytes() const { return m_bytes; }

private:
    void add(const ir::Tensor& tensor) {
        const auto bytes = tensor.bytes();
        if (!bytes.empty() && m_seen.insert(bytes.data()).second)
            m_bytes += static_cast<std::int64_t>(bytes.size());
    }

    std::unordered_set<const std::byte*> m_seen;
    std::int64_t m_bytes = 0;
};

} // namespace

std::int64_t weightBytesOf(const ir::Graph& graph) {
    WeightBytes weights;
    weights.add(graph);
    return weights.bytes();
}

} // namespace edgewright::device
