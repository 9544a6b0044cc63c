// SPDX-License-Identifier: GPL-3.0-or-later
// The extents of a tensor, and their product, as a tensor.
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::extents {

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

Result<void> inferShape(InferContext& context) {
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

Result<void> runShape(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const Range range = axesOf(context.node(), in->dims().size());
    ASSIGN_OR_RETURN(
        auto out, context.output(0, ir::DataType::Int64, {static_cast<std::int64_t>(range.end - range.begin)}));
    for (std::size_t axis = range.begin; axis < range.end; ++axis)
        out.as<std::int64_t>()[axis - range.begin] = in->dims()[axis];
    return {};
}

Result<void> inferSize(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (const auto elements = in->elements())
        context.setValue(0, ir::Tensor::scalar(*elements));
    else if (in->shape)
        context.setExtents(0, {ir::DataType::Int64, ir::Dims{}}, {multiplyDims(*in->shape)});
    else
        context.setOutput(0, {ir::DataType::Int64, ir::Dims{}});
    return {};
}

Result<void> runSize(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int64, {}));
    out.as<std::int64_t>()[0] = in->elements();
    return {};
}

constexpr std::array Rows{
    Operator{.name = "Shape", .category = Category::DataMovement, .infer = inferShape, .run = runShape},
    Operator{.name = "Size", .category = Category::DataMovement, .infer = inferSize, .run = runSize},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::extents
