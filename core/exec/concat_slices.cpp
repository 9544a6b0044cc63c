// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/concat_slices.h"

#include "core/ops/movement/parts.h"

namespace edgewright::exec {

std::unordered_map<ValueId, ConcatSlice> concatSlices(const ir::Graph& graph, const ir::Opsets& opsets) {
    std::unordered_map<ValueId, ConcatSlice> slices;
    const ir::Connections links(graph);
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        // In opset 1 axis 1 is the default; from 4 on the attribute is required.
        if (!node.is("Concat") || (!node.find("axis") && ir::opsetOf(opsets) >= 4)) continue;
        const std::vector<std::int64_t> offsets = ops::offsetsInOutput(graph, node);
        if (offsets.empty()) continue;
        const ir::TensorType& type = graph.value(node.output(0)).type;
        std::unordered_map<ValueId, std::size_t> uses;
        for (const ValueId input : node.inputs)
            ++uses[input];
        for (std::size_t i = 0; i < offsets.size(); ++i) {
            const ValueId input = node.inputs[i];
            const std::int64_t bytes = *graph.value(input).type.bytes();
            const bool alone = uses[input] == 1 && links.consumers(input).size() == 1;
            if (alone && links.producer(input) && !graph.isOutput(input) && !graph.value(input).known() &&
                bytes > 0)
                slices[input] = {node.output(0), type.dtype, *type.dims(), offsets[i], bytes};
        }
    }
    return slices;
}

} // namespace edgewright::exec
