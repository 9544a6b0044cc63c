// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduction/search_axis.h"

#include "core/base/propagate.h"

namespace edgewright::ops {

Result<void> inferSearch(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ir::TensorType out(ir::DataType::Int64);
    if (x->shape) {
        ASSIGN_OR_RETURN(const auto axis, normaliseAxis(context.node().intOr("axis", 0),
                                                        static_cast<std::int64_t>(x->shape->size())));
        out.shape = x->shape;
        if (context.node().intOr("keepdims", 1) != 0)
            (*out.shape)[static_cast<std::size_t>(axis)] = ir::Dim(1);
        else
            out.shape->erase(out.shape->begin() + axis);
    }
    context.setOutput(0, std::move(out));
    return {};
}

} // namespace edgewright::ops
