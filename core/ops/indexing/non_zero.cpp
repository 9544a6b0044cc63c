// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops::non_zero {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    std::vector<ir::Dim> shape(2);
    if (in->shape) shape[0] = ir::Dim(static_cast<std::int64_t>(in->shape->size()));
    context.setOutput(0, {ir::DataType::Int64, std::move(shape)});
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    std::vector<std::int64_t> found;
    for (std::int64_t i = 0; i < in->elements(); ++i)
        if (ir::elementAsDouble(*in, i) != 0) found.push_back(i);
    const auto count = static_cast<std::int64_t>(found.size());
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int64, {in->rank(), count}));
    const auto strides = rowMajorStrides(in->dims());
    auto places = out.as<std::int64_t>();
    std::size_t to = 0;
    for (std::size_t axis = 0; axis < strides.size(); ++axis)
        for (const std::int64_t place : found)
            places[to++] = place / strides[axis] % in->dims()[axis];
    return {};
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "NonZero",
    .category = Category::DataMovement,
    .pattern = Pattern::Opaque,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .since = 9,
};

} // namespace edgewright::ops::non_zero
