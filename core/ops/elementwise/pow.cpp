// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/elementwise/elementwise.h"
#include "core/ops/operands/axis_broadcast.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/operands/wrapping.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace edgewright::ops::pow {

namespace {

// Base and exponent may have different types (opset 12); the result has the base's.
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto base, operand(context, 0));
    ASSIGN_OR_RETURN(const auto exponent, operand(context, 1));
    ir::TensorType type(base->dtype);
    if (base->shape && exponent->shape) {
        ASSIGN_OR_RETURN(const auto placed,
                         placedAtAxis(context.node(), context.opset(), base->shape->size(), *exponent->shape));
        ASSIGN_OR_RETURN(type.shape, broadcastShapes(*base->shape, placed));
    }
    context.setOutput(0, std::move(type));
    return {};
}

// Exact modulo 2^bits; a negative exponent leaves 1, -1 or 0.
template <typename T>
T integerPower(T base, std::int64_t exponent) {
    if (exponent < 0) {
        if (base == T(1)) return base;
        if (std::is_signed_v<T> && base == static_cast<T>(-1)) return exponent % 2 == 0 ? T(1) : base;
        return T(0);
    }
    T result = 1;
    for (; exponent > 0; exponent >>= 1) {
        if (exponent & 1) result = wrappingMul(result, base);
        base = wrappingMul(base, base);
    }
    return result;
}

// The common exponents 2, 3 (of GELU) and 0.5 deserve more than the general function.
template <typename T>
T power(T base, T exponent) {
    if (exponent == T(2)) return base * base;
    if (exponent == T(3)) return base * base * base;
    return exponent == T(0.5) && base > T(0) ? std::sqrt(base) : std::pow(base, exponent);
}

template <typename T>
T saturated(double value) {
    if (std::isnan(value)) return T(0);
    if (value <= static_cast<double>(std::numeric_limits<T>::lowest())) return std::numeric_limits<T>::lowest();
    if (value >= static_cast<double>(std::numeric_limits<T>::max())) return std::numeric_limits<T>::max();
    return static_cast<T>(value);
}

Result<void> runFloat(KernelContext& context, const ir::Tensor& base, const ir::Tensor& exponent,
                      const BroadcastPlan& plan) {
    ASSIGN_OR_RETURN(const auto a, asFloat32(context, base));
    ASSIGN_OR_RETURN(const auto b, asFloat32(context, exponent));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, base.dtype(), plan.dims));
    const float exponentOfAll = b.elements() == 1 ? b.as<float>()[0] : 0.0f;
    if (base.dims() == plan.dims && (exponentOfAll == 2.0f || exponentOfAll == 3.0f)) { // a norm's, and GELU's
        const auto which = exponentOfAll == 2.0f ? kernels::Unary::Square : kernels::Unary::Cube;
        const auto apply = kernels::table().elementwise->unary[static_cast<int>(which)];
        constexpr std::int64_t Run = 8192;
        const std::int64_t count = a.elements(), tasks = (count + Run - 1) / Run;
        const float* in = a.as<float>().data();
        float* result = out.data().data();
        parallelFor(usefulThreads(context.threads(), count / 4, tasks), tasks, [&](std::int64_t task, int) {
            const std::int64_t from = task * Run;
            apply(in + from, result + from, std::min(Run, count - from), 0, 0);
        });
    } else {
        applyBinary(plan, a.as<float>().data(), b.as<float>().data(), out.data().data(), power<float>);
    }
    out.finish();
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto base, operand(context, 0));
    ASSIGN_OR_RETURN(const auto exponent, operand(context, 1));
    ASSIGN_OR_RETURN(const auto placed,
                     placedAtAxis(context.node(), context.opset(), base->dims().size(), exponent->dims()));
    ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{base->dims(), placed}));
    const ir::DataType type = base->dtype();
    if (ir::isFloating(type) && type != ir::DataType::Float64) return runFloat(context, *base, *exponent, plan);
    // What remains is rare: float64 and integers, element by element.
    const bool integer = ir::isInteger(exponent->dtype());
    const auto inner = std::array{plan.inner(0), plan.inner(1)};
    return withElementType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, type, plan.dims));
        const T* in = base->template as<T>().data();
        T* result = out.template as<T>().data();
        forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
            for (std::int64_t i = 0; i < length; ++i) {
                const T x = in[offsets[0] + i * inner[0]];
                const std::int64_t y = offsets[1] + i * inner[1];
                if constexpr (std::is_floating_point_v<T>)
                    result[at + i] = std::pow(x, static_cast<T>(ir::elementAsDouble(*exponent, y)));
                else if (integer)
                    result[at + i] = integerPower(x, ir::elementAsInt64(*exponent, y));
                else
                    result[at + i] =
                        saturated<T>(std::pow(static_cast<double>(x), ir::elementAsDouble(*exponent, y)));
            }
        });
        return {};
    });
}

} // namespace

extern const Operator entry{
    .name = "Pow",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::pow
