// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/remedies/rest_of_graph.h"

#include "core/base/propagate.h"

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
    options.timeNodes = false;
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

} // namespace edgewright::pipeline
