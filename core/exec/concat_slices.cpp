// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/concat_slices.h"

#include "core/base/checked.h"
#include "core/ops/axes.h"

#include <algorithm>
#include <optional>

namespace edgewright::exec {

namespace {

// In opset 1 axis 1 is the default; from 4 on the attribute is required.
std::optional<std::int64_t> axisOf(const ir::Node& concat, const ir::Opsets& opsets, std::size_t rank) {
    if (!concat.find("axis") && ir::opsetOf(opsets) >= 4) return std::nullopt;
    const auto axis = ops::normaliseAxis(concat.intOr("axis", 1), static_cast<std::int64_t>(rank));
    return axis ? std::optional(*axis) : std::nullopt;
}

} // namespace

std::unordered_map<ValueId, ConcatSlice> concatSlices(const ir::Graph& graph, const ir::Opsets& opsets) {
    std::unordered_map<ValueId, ConcatSlice> slices;
    const ir::Connections links(graph);
    for (const NodeId id : graph.order()) {
        const ir::Node& node = graph.node(id);
        if (!node.is("Concat") || !node.output(0).valid()) continue;
        const ir::TensorType& type = graph.value(node.output(0)).type;
        const auto dims = type.dims();
        if (!dims || ir::bitWidth(type.dtype) < 8 || type.dtype == ir::DataType::String) continue;
        const auto axis = axisOf(node, opsets, dims->size());
        if (!axis ||
            std::any_of(dims->begin(), dims->begin() + *axis, [](std::int64_t extent) { return extent != 1; }))
            continue;
        std::unordered_map<ValueId, std::size_t> uses;
        for (const ValueId input : node.inputs)
            ++uses[input];
        std::int64_t offset = 0;
        for (const ValueId input : node.inputs) {
            const auto part = input.valid() ? graph.value(input).type.dims() : std::nullopt;
            const auto elements = part ? checkedProduct(*part) : std::nullopt;
            const auto bytes = elements ? ir::byteCount(type.dtype, *elements) : std::nullopt;
            const auto end = bytes ? checkedAdd(offset, *bytes) : std::nullopt;
            if (!end) break;
            const bool alone = uses[input] == 1 && links.consumers(input).size() == 1;
            if (alone && links.producer(input) && !graph.isOutput(input) && !graph.value(input).known() &&
                *bytes > 0)
                slices[input] = {node.output(0), type.dtype, *dims, offset, *bytes};
            offset = *end;
        }
    }
    return slices;
}

} // namespace edgewright::exec
