// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::one_hot {

namespace {

// The new axis may stand anywhere, also after the last one.
Result<std::int64_t> axisOf(const ir::Node& node, std::size_t rank) {
    return normaliseAxis(node.intOr("axis", -1), static_cast<std::int64_t>(rank) + 1);
}

Result<std::int64_t> depthOf(const ir::Tensor& depth) {
    constexpr std::int64_t maxDepth = std::int64_t(1) << 32;
    const std::int64_t value = depth.elements() == 1 && depth.hasData() ? ir::elementAsInt64(depth, 0) : 0;
    if (value < 1 || value > maxDepth) return badInput(say("depth must be one positive number"));
    return value;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto indices, operand(context, 0));
    ASSIGN_OR_RETURN(const auto values, operand(context, 2));
    ir::TensorType type(values->dtype);
    if (indices->shape) {
        ASSIGN_OR_RETURN(const auto axis, axisOf(context.node(), indices->shape->size()));
        ir::Dim depth;
        if (const ir::Tensor* known = context.value(1)) {
            ASSIGN_OR_RETURN(const auto value, depthOf(*known));
            depth = ir::Dim(value);
        } else if (const auto symbol = context.extents(1); symbol && symbol->size() == 1) {
            depth = symbol->front();
        }
        type.shape = indices->shape;
        type.shape->insert(type.shape->begin() + axis, depth);
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto indices, operand(context, 0));
    ASSIGN_OR_RETURN(const auto given, operand(context, 1));
    ASSIGN_OR_RETURN(const auto values, operand(context, 2));
    ASSIGN_OR_RETURN(const auto depth, depthOf(*given));
    if (values->elements() != 2) return badInput(say("values must be two elements: off and on"));
    ASSIGN_OR_RETURN(const auto axis, axisOf(context.node(), indices->dims().size()));
    ir::Dims dims = indices->dims();
    dims.insert(dims.begin() + axis, depth);
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, values->dtype(), dims));
    sink.fill(0, values, sink.elements());
    const std::int64_t inner = rowMajorStrides(dims)[static_cast<std::size_t>(axis)];
    for (std::int64_t i = 0; i < indices->elements(); ++i) {
        std::int64_t index = ir::elementAsInt64(*indices, i);
        // By definition all off; negative indices count from the end since opset 11.
        if (index < (context.opset() < 11 ? 0 : -depth) || index >= depth) continue;
        if (index < 0) index += depth;
        sink.copy(i / inner * depth * inner + index * inner + i % inner, *values, 1);
    }
    return sink.finish();
}

} // namespace

extern const Operator entry{
    .name = "OneHot",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 9,
};

} // namespace edgewright::ops::one_hot
