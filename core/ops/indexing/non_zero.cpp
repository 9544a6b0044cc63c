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
    std::int64_t count = 0;
    for (std::int64_t i = 0; i < in->elements(); ++i)
        count += ir::elementAsDouble(*in, i) != 0 ? 1 : 0;
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int64, {in->rank(), count}));
    const auto strides = rowMajorStrides(in->dims());
    const auto places = out.as<std::int64_t>(); // [axis][found]
    std::size_t found = 0;
    for (std::int64_t i = 0; i < in->elements(); ++i) {
        if (ir::elementAsDouble(*in, i) == 0) continue;
        for (std::size_t axis = 0; axis < strides.size(); ++axis)
            places[axis * static_cast<std::size_t>(count) + found] = i / strides[axis] % in->dims()[axis];
        ++found;
    }
    return {};
}

std::optional<std::int64_t> largestExtent(const ir::Node&, Types inputs, std::span<const ir::Tensor* const>) {
    return inputs.empty() ? std::nullopt : inputs[0].elements();
}

} // namespace

extern const Operator entry{
    .name = "NonZero",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .largestExtent = largestExtent,
    .since = 9,
};

} // namespace edgewright::ops::non_zero
