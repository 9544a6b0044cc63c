// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/wrapping.h"

#include <array>

namespace edgewright::ops::prelu {

namespace {

// Before opset 7 a slope of C elements belongs to axis 1; since then it broadcasts.
ir::Dims slopeDims(const KernelContext& context, const ir::Tensor& x, const ir::Tensor& slope) {
    if (context.opset() >= 7 || slope.rank() != 1 || x.rank() < 2) return slope.dims();
    ir::Dims dims(static_cast<std::size_t>(x.rank()) - 1, 1);
    dims[0] = slope.dims()[0];
    return dims;
}

template <typename T>
void apply(const BroadcastPlan& plan, const T* x, const T* slope, T* out) {
    applyBinary(plan, x, slope, out,
                [](T value, T factor) { return value < T{} ? wrappingMul(factor, value) : value; });
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    ASSIGN_OR_RETURN(const auto second, operand(context, 1));
    const ir::Tensor& x = *first;
    const ir::Tensor& slope = *second;
    const auto plan = broadcastPlan(std::array{x.dims(), slopeDims(context, x, slope)});
    if (!plan || plan->dims != x.dims() || slope.dtype() != x.dtype())
        return badInput(
            say("the slope is {1}, which does not broadcast to {2}", slope.type().text(), x.type().text()));
    if (isHalf(x.dtype())) {
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, x));
        ASSIGN_OR_RETURN(const auto factors, asFloat32(context, slope));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x.dtype(), x.dims()));
        apply(*plan, values.as<float>().data(), factors.as<float>().data(), out.data().data());
        out.finish();
        return {};
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, x.dtype(), x.dims()));
    if (x.dtype() == ir::DataType::Float32) {
        applyVectorBinary(*plan, kernels::Binary::PRelu, x.as<float>().data(), slope.as<float>().data(),
                          out.as<float>().data(), context.threads());
        return {};
    }
    return withElementType(x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        apply(*plan, x.as<T>().data(), slope.as<T>().data(), out.template as<T>().data());
        return {};
    });
}

} // namespace

extern const Operator entry{
    .name = "PRelu",
    .category = Category::Activation,
    .pattern = Pattern::Broadcast,
    .infer = inferSame,
    .run = run,
    .since = 7,
    .sinceBfloat16 = 16,
    .loop = {.binary = kernels::Binary::PRelu},
};

} // namespace edgewright::ops::prelu
