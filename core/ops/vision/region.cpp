// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/vision/region.h"

#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops {

Result<void> inferRegions(InferContext& context, std::int64_t columns, std::int64_t height,
                          std::int64_t width) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto regions, operand(context, 1));
    ASSIGN_OR_RETURN(const auto ranked, expectRank(*x, 4, "the input"));
    ASSIGN_OR_RETURN(const auto listed, expectRank(*regions, 2, "the list of regions"));
    RETURN_IF_ERROR(checkRegionExtents(height, width));
    ir::TensorType type(x->dtype, std::vector<ir::Dim>{ir::Dim(), ir::Dim(), ir::Dim(height), ir::Dim(width)});
    if (ranked) (*type.shape)[1] = (*x->shape)[1];
    if (listed) {
        const ir::Dim& numbers = (*regions->shape)[1];
        if (numbers.known() && numbers.value() != columns)
            return badInput("the list of regions is " + regions->text() + " where [regions, " +
                            std::to_string(columns) + "] is expected");
        (*type.shape)[0] = (*regions->shape)[0];
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> checkRegionExtents(std::int64_t height, std::int64_t width) {
    if (height >= 1 && width >= 1 && height <= MaxRegionExtent && width <= MaxRegionExtent) return {};
    return badInput("an output of " + std::to_string(height) + " x " + std::to_string(width) + " where 1 to " +
                    std::to_string(MaxRegionExtent) + " are expected");
}

} // namespace edgewright::ops
