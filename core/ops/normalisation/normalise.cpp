// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/normalisation/normalise.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/operands/broadcast.h"

#include <array>

namespace edgewright::ops {

Moments momentsOf(std::span<const float> values) {
    if (values.empty()) return {};
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    const auto count = static_cast<std::int64_t>(values.size());
    const double mean = static_cast<double>(kernel.sum(values.data(), count)) / static_cast<double>(count);
    const float squares = kernel.sumOfSquares(values.data(), static_cast<float>(mean), count);
    return {mean, static_cast<double>(squares) / static_cast<double>(count)};
}

Result<ir::Tensor> parameter(KernelContext& context, std::size_t index, std::int64_t elements,
                             std::string_view name) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    if (given->elements() != elements)
        return badInput(
            say("{1} is {2} where {3} elements are expected", name, given->type().text(), elements));
    return asFloat32(context, *given);
}

Result<std::span<const float>> broadcastParameter(KernelContext& context, std::size_t index,
                                                  const ir::Dims& dims, std::string_view name) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *given));
    const auto plan = broadcastPlan(std::array{dims, values.dims()});
    constexpr std::int64_t maxElements = std::int64_t(1) << 28;
    if (!plan || plan->dims != dims || plan->elements > maxElements)
        return badInput(say("{1} is {2}, which does not broadcast to {3}", name, given->type().text(),
                            ir::TensorType(ir::DataType::Float32, dims).text()));
    if (values.elements() == plan->elements) return values.as<float>(); // nothing repeats
    ASSIGN_OR_RETURN(const auto result, context.scratchOf<float>(plan->elements));
    const float* from = values.as<float>().data();
    forEachRun(*plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        const std::int64_t step = plan->inner(1);
        for (std::int64_t i = 0; i < length; ++i)
            (result)[static_cast<std::size_t>(at + i)] = from[offsets[1] + i * step];
    });
    return std::span<const float>(result);
}

Result<Normalised> openNormalised(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    ASSIGN_OR_RETURN(auto values, asFloat32(context, *in));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, in->dtype(), values.dims()));
    return Normalised{std::move(values), std::move(out)};
}

Result<void> inferNormalised(InferContext& context, std::size_t rank) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    if (x->shape && x->shape->size() < rank)
        return badInput(say("the input is {1} where at least {2} axes are expected", x->text(), rank));
    context.setOutput(0, *x);
    return {};
}

} // namespace edgewright::ops
