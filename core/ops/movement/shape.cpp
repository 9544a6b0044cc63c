// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

#include <algorithm>

namespace edgewright::ops::shape {

namespace {

struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// [start, end) of the axes (opset 15), clamped to the rank.
Range axesOf(const ir::Node& node, std::size_t rank) {
    const auto count = static_cast<std::int64_t>(rank);
    const auto clamp = [&](std::int64_t axis) {
        const std::int64_t positive = axis < -count ? 0 : axis < 0 ? axis + count : axis;
        return static_cast<std::size_t>(std::clamp<std::int64_t>(positive, 0, count));
    };
    const std::size_t begin = clamp(node.intOr("start", 0));
    return {begin, std::max(begin, clamp(node.intOr("end", count)))};
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (!in->shape) {
        context.setOutput(0, {ir::DataType::Int64, std::vector<ir::Dim>(1)});
        return {};
    }
    const Range range = axesOf(context.node(), in->shape->size());
    const auto& shape = *in->shape;
    std::vector<ir::Dim> extents(shape.begin() + static_cast<std::ptrdiff_t>(range.begin),
                                 shape.begin() + static_cast<std::ptrdiff_t>(range.end));
    const ir::Dims dims{static_cast<std::int64_t>(extents.size())};
    if (const auto known = ir::TensorType(ir::DataType::Int64, extents).dims())
        context.setValue(0, ir::Tensor::of(dims, *known));
    else
        context.setExtents(0, {ir::DataType::Int64, dims}, std::move(extents));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const Range range = axesOf(context.node(), in->dims().size());
    ASSIGN_OR_RETURN(
        auto out, context.output(0, ir::DataType::Int64, {static_cast<std::int64_t>(range.end - range.begin)}));
    for (std::size_t axis = range.begin; axis < range.end; ++axis)
        out.as<std::int64_t>()[axis - range.begin] = in->dims()[axis];
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Shape",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::shape
