// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/concat_slices.h"

#include "core/base/checked.h"
#include "core/ops/axes.h"

#include <algorithm>

namespace edgewright::exec {

std::unordered_map<ValueId, ConcatSlice> concatSlices(const ir::Graph& graph) {
    std::unordered_map<ValueId, ConcatSlice> slices;
    const ir::Connections links(graph);
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (!node.is("Concat") || !node.output(0).valid()) continue;
        const ir::TensorType& type = graph.value(node.output(0)).type;
        const auto dims = type.dims();
        if (!dims || ir::bitWidth(type.dtype) < 8 || type.dtype == ir::DataType::String) continue;
        const auto axis = ops::normaliseAxis(node.intOr("axis", 1), static_cast<std::int64_t>(dims->size()));
        if (!axis ||
            std::any_of(dims->begin(), dims->begin() + *axis, [](std::int64_t extent) { return extent != 1; }))
            continue;
        std::int64_t offset = 0;
        for (const ValueId input : node.inputs) {
            const auto part = input.valid() ? graph.value(input).type.dims() : std::nullopt;
            const auto elements = part ? checkedProduct(*part) : std::nullopt;
            const auto bytes = elements ? ir::byteCount(type.dtype, *elements) : std::nullopt;
            if (!bytes) break;
            const bool alone =
                std::ranges::count(node.inputs, input) == 1 && links.consumers(input).size() == 1;
            if (alone && links.producer(input) && !graph.isOutput(input) && !graph.value(input).known() &&
                *bytes > 0)
                slices[input] = {node.output(0), type.dtype, *dims, offset, *bytes};
            offset += *bytes;
        }
    }
    return slices;
}

} // namespace edgewright::exec
