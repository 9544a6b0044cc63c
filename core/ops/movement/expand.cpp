// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/shapes.h"

#include <algorithm>

namespace edgewright::ops::expand {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type(in->dtype);
    if (const auto target = knownInts(context, 1); target && in->shape) {
        if (!checkedProduct(*target))
            return badInput(say("the shape has a negative extent or too many elements"));
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*in->shape, toShape(*target)));
    } else if (const auto extents = context.extents(1); extents && in->shape) {
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*in->shape, *extents));
    } else if (const ir::TensorType* given = context.input(1);
               given && in->shape && given->rank() == 1 && given->elements()) {
        constexpr std::int64_t maxRank = 64;
        if (*given->elements() <= maxRank)
            type.shape =
                std::vector<ir::Dim>(std::max(in->shape->size(), static_cast<std::size_t>(*given->elements())));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const auto target = knownInts(context, 1);
    if (!target) return badInput(say("the shape is missing or not of integer type"));
    if (!checkedProduct(*target)) return badInput(say("the shape has a negative extent or too many elements"));
    ASSIGN_OR_RETURN(const auto dims, broadcastDims(in->dims(), *target));
    const auto from = rowMajorStrides(in->dims());
    std::vector<std::int64_t> strides(dims.size(), 0);
    const std::size_t added = dims.size() - from.size();
    for (std::size_t i = 0; i < from.size(); ++i)
        strides[added + i] = in->dims()[i] == 1 ? 0 : from[i];
    return gatherByStrides(context, 0, *in, dims, dims, strides);
}

} // namespace

extern const Operator entry{
    .name = "Expand",
    .category = Category::DataMovement,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
    .since = 8,
};

} // namespace edgewright::ops::expand
