// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/axes.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <algorithm>

namespace edgewright::ops::expand {

namespace {

Result<void> infer(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    ir::TensorType type((*in)->dtype);
    if (const auto target = knownInts(context, 1); target && (*in)->shape) {
        if (!checkedProduct(*target)) return badInput("the shape has a negative extent or too many elements");
        auto shape = broadcastShapes(*(*in)->shape, toShape(*target));
        if (!shape) return std::move(shape).error();
        type.shape = *std::move(shape);
    } else if (const auto extents = context.extents(1); extents && (*in)->shape) {
        auto shape = broadcastShapes(*(*in)->shape, *extents);
        if (!shape) return std::move(shape).error();
        type.shape = *std::move(shape);
    } else if (const ir::TensorType* given = context.input(1);
               given && (*in)->shape && given->rank() == 1 && given->elements()) {
        constexpr std::int64_t maxRank = 64;
        if (*given->elements() <= maxRank)
            type.shape = std::vector<ir::Dim>(
                std::max((*in)->shape->size(), static_cast<std::size_t>(*given->elements())));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    const auto target = knownInts(context, 1);
    if (!target) return badInput("the shape is missing or not of integer type");
    if (!checkedProduct(*target)) return badInput("the shape has a negative extent or too many elements");
    const auto dims = broadcastDims((*in)->dims(), *target);
    if (!dims) return dims.error();
    const auto from = rowMajorStrides((*in)->dims());
    std::vector<std::int64_t> strides(dims->size(), 0);
    const std::size_t added = dims->size() - from.size();
    for (std::size_t i = 0; i < from.size(); ++i)
        strides[added + i] = (*in)->dims()[i] == 1 ? 0 : from[i];
    return gatherByStrides(context, 0, **in, *dims, *dims, strides);
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Expand",
    .category = Category::DataMovement,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
    .since = 8,
};

} // namespace edgewright::ops::expand
