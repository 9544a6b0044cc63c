// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/vision/region.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops {

Result<void> inferRegions(InferContext& context, std::int64_t columns, std::int64_t height,
                          std::int64_t width) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto regions, operand(context, 1));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*x, 4, say("the input")));
    ASSIGN_OR_RETURN(const auto listed, expectRank(*regions, 2, say("the list of regions")));
    RETURN_IF_ERROR(checkRegionExtents(height, width));
    ir::TensorType type(x->dtype, std::vector<ir::Dim>{ir::Dim(), ir::Dim(), ir::Dim(height), ir::Dim(width)});
    if (ranked) (*type.shape)[1] = (*x->shape)[1];
    if (listed) {
        const ir::Dim& numbers = (*regions->shape)[1];
        if (numbers.known() && numbers.value() != columns)
            return badInput(
                say("the list of regions is {1} where [regions, {2}] is expected", regions->text(), columns));
        (*type.shape)[0] = (*regions->shape)[0];
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> checkRegionExtents(std::int64_t height, std::int64_t width) {
    if (height >= 1 && width >= 1 && height <= MaxRegionExtent && width <= MaxRegionExtent) return {};
    return badInput(say("an output of {1} x {2} where 1 to {3} are expected", height, width, MaxRegionExtent));
}

} // namespace edgewright::ops
