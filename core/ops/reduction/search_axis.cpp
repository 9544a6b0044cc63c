// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduction/search_axis.h"

namespace edgewright::ops {

Result<void> inferSearch(InferContext& context) {
    const auto x = operand(context, 0);
    if (!x) return x.error();
    ir::TensorType out(ir::DataType::Int64);
    if ((*x)->shape) {
        const auto axis =
            normaliseAxis(context.node().intOr("axis", 0), static_cast<std::int64_t>((*x)->shape->size()));
        if (!axis) return axis.error();
        out.shape = (*x)->shape;
        if (context.node().intOr("keepdims", 1) != 0)
            (*out.shape)[static_cast<std::size_t>(*axis)] = ir::Dim(1);
        else
            out.shape->erase(out.shape->begin() + *axis);
    }
    context.setOutput(0, std::move(out));
    return {};
}

} // namespace edgewright::ops
