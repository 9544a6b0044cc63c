// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/remedies/rest_of_graph.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::pipeline {

std::vector<ValueId> valuesReadBy(const ir::Node& node) {
    std::vector<ValueId> inputs = node.inputs;
    const std::vector<ValueId> inside = ir::capturedValues(node);
    inputs.insert(inputs.end(), inside.begin(), inside.end());
    std::erase_if(inputs, [](ValueId value) { return !value.valid(); });
    return inputs;
}

RestOfGraph::RestOfGraph(const ir::Graph& graph, const ir::Opsets& opsets, std::vector<ValueId> tensors)
    : m_tensors(std::move(tensors)), m_program(graph, opsets),
      m_needed(graph.outputs.begin(), graph.outputs.end()) {
    for (const ValueId tensor : m_tensors) {
        std::vector<bool> dependent(graph.nextNode().index()), changed(graph.valueCount());
        changed[tensor.index()] = true;
        std::set<ValueId> read;
        for (const NodeId id : graph.order()) {
            const std::vector<ValueId> inputs = valuesReadBy(graph.node(id));
            if (std::ranges::none_of(inputs, [&](ValueId input) { return changed[input.index()]; })) continue;
            dependent[id.index()] = true;
            read.insert(inputs.begin(), inputs.end());
            for (const ValueId output : graph.node(id).outputs)
                if (output.valid()) changed[output.index()] = true;
        }
        for (const ValueId value : read)
            if (!changed[value.index()] && !graph.value(value).known()) m_needed.insert(value);
        m_dependent.push_back(std::move(dependent));
    }
}

// Nodes that do not depend on the tensor give what they gave before, or where nobody needs it, nothing of use.
Result<std::vector<ir::Tensor>> RestOfGraph::outputs(std::size_t at, const ir::Tensor& tensor,
                                                     const ir::Feeds& feeds,
                                                     const std::unordered_map<ValueId, ir::Tensor>& known,
                                                     int threads, const RunContext& run) {
    using Replaced = Result<std::vector<ir::Tensor>>;
    exec::RunOptions options;
    options.threads = threads;
    options.replace = [&](const ir::Node& node, std::span<const ir::Tensor* const>) -> std::optional<Replaced> {
        if (m_dependent[at][node.id.index()]) return std::nullopt;
        std::vector<ir::Tensor> outputs;
        for (const ValueId value : node.outputs) {
            const auto found = known.find(value);
            outputs.push_back(value == m_tensors[at] ? tensor
                              : found != known.end() ? found->second
                                                     : m_nothing);
        }
        return Replaced(std::move(outputs));
    };
    ASSIGN_OR_RETURN(auto result, m_program.run(feeds, options, {run.stop, nullptr}));
    return std::move(result.outputs);
}

namespace {

std::int64_t keptBytesOf(const ir::Tensor& tensor) { return static_cast<std::int64_t>(tensor.bytes().size()); }

} // namespace

Result<void> StepThrough::addSample(ir::Feeds feeds) {
    for (const auto& [id, tensor] : feeds)
        m_keptBytes += keptBytesOf(tensor);
    if (m_keptBytes > LimitBytes) return outOfMemory(say("the inputs of all samples"), m_keptBytes, LimitBytes);
    m_samples.push_back({std::move(feeds), {}});
    return {};
}

bool StepThrough::suits(const ir::Graph& graph) {
    return std::ranges::none_of(graph.order(), [&](NodeId id) { return graph.node(id).body != nullptr; });
}

std::set<NodeId> StepThrough::neededFor(const ir::Graph& graph, const ir::Connections& connections,
                                        NodeId node) const {
    std::set<NodeId> needed{node};
    std::vector<NodeId> pending{node};
    while (!pending.empty()) {
        const NodeId next = pending.back();
        pending.pop_back();
        for (const ValueId value : valuesReadBy(graph.node(next))) {
            const auto producer = connections.producer(value);
            if (!producer || m_done.contains(*producer) || !needed.insert(*producer).second) continue;
            pending.push_back(*producer);
        }
    }
    return needed;
}

Result<void> StepThrough::upTo(const ir::Graph& graph, const ir::Opsets& opsets, NodeId node,
                               const std::function<void(const ir::Tensor&)>& see, const RunContext& run) {
    const ir::Connections connections(graph);
    const std::set<NodeId> needed = neededFor(graph, connections, node);
    // Real numbers behind codes are four times as large as these: they are made again where they are read.
    for (const NodeId id : needed)
        if (id != node && !graph.node(id).is("DequantizeLinear")) m_done.insert(id);
    const auto isRead = [&](ValueId value) {
        return std::ranges::any_of(connections.consumers(value),
                                   [&](NodeId reader) { return !m_done.contains(reader); });
    };
    const ValueId wanted = graph.node(node).output(0);
    exec::RunOptions options;
    options.capture = {wanted};
    for (const NodeId id : needed)
        if (m_done.contains(id))
            for (const ValueId value : graph.node(id).outputs)
                if (value.valid() && isRead(value)) options.capture.push_back(value);
    const ir::Tensor nothing = ir::Tensor::scalar<float>(0);
    exec::Program program(graph, opsets);
    for (Sample& sample : m_samples) {
        options.replace =
            [&](const ir::Node& each,
                std::span<const ir::Tensor* const>) -> std::optional<Result<std::vector<ir::Tensor>>> {
            if (needed.contains(each.id)) return std::nullopt;
            std::vector<ir::Tensor> outputs;
            for (const ValueId value : each.outputs) {
                const auto known = sample.live.find(value);
                outputs.push_back(known != sample.live.end() ? known->second : nothing);
            }
            return Result<std::vector<ir::Tensor>>(std::move(outputs));
        };
        ASSIGN_OR_RETURN(auto result, program.run(sample.feeds, options, {run.stop, nullptr}));
        see(result.captured.at(wanted));
        result.captured.erase(wanted);
        for (auto& [value, tensor] : result.captured) {
            m_keptBytes += keptBytesOf(tensor);
            sample.live.insert_or_assign(value, std::move(tensor));
        }
        std::erase_if(sample.live, [&](const auto& each) {
            if (isRead(each.first)) return false;
            m_keptBytes -= keptBytesOf(each.second);
            return true;
        });
        if (m_keptBytes > LimitBytes)
            return outOfMemory(say("the tensors between two layers, of all samples"), m_keptBytes, LimitBytes);
    }
    return {};
}

} // namespace edgewright::pipeline
