// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of unary and binary element-wise operators; operators of a few lines are rows of tables
// (core/ops/elementwise/table.h).
//
// Functions get elements by value, as float, double or an integer type (float for halves), and return that same
// type.
#pragma once

#include "core/base/propagate.h"
#include "core/kernels/elementwise.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

namespace edgewright::ops {

// Output 0 has the broadcast shape of all inputs and the dtype of the first; dtypes that differ are BadInput.
Result<void> inferBinary(InferContext& context);
// As inferBinary, but the output is bool.
Result<void> inferCompare(InferContext& context);

template <typename T, typename R, typename F>
void applyUnary(std::span<const T> in, std::span<R> out, F f) {
    const T* from = in.data();
    R* to = out.data();
    const std::size_t count = in.size();
    for (std::size_t i = 0; i < count; ++i)
        to[i] = f(from[i]);
}

template <typename T, typename R, typename F>
void applyBinary(const BroadcastPlan& plan, const T* a, const T* b, R* out, F f) {
    const bool fixedA = plan.inner(0) == 0;
    const bool fixedB = plan.inner(1) == 0;
    forEachRun(plan, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        const T* x = a + offsets[0];
        const T* y = b + offsets[1];
        R* z = out + at;
        if (fixedB) {
            const T right = *y;
            if (fixedA)
                for (std::int64_t i = 0; i < length; ++i)
                    z[i] = f(*x, right);
            else
                for (std::int64_t i = 0; i < length; ++i)
                    z[i] = f(x[i], right);
        } else if (fixedA) {
            const T left = *x;
            for (std::int64_t i = 0; i < length; ++i)
                z[i] = f(left, y[i]);
        } else {
            for (std::int64_t i = 0; i < length; ++i)
                z[i] = f(x[i], y[i]);
        }
    });
}

// Floating input 0 -> output 0 of the same type.
template <typename F>
Result<void> runUnaryFloat(KernelContext& context, F f) {
    ASSIGN_OR_RETURN(const auto in, floatOperand(context, 0));
    const ir::Tensor& x = *in;
    if (x.dtype() == ir::DataType::Float64) {
        ASSIGN_OR_RETURN(auto out, context.output(0, x.dtype(), x.dims()));
        applyUnary(x.as<double>(), out.template as<double>(), f);
        return {};
    }
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, x));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x.dtype(), x.dims()));
    applyUnary(values.template as<float>(), out.data(), f);
    out.finish();
    return {};
}

// Float input 0 -> output 0 of the same type by a vector kernel; in float32, so not for float64.
Result<void> runVectorUnary(KernelContext& context, kernels::Unary function, float alpha = 0, float beta = 0);

// The same by a vector kernel, and by f where the elements are float64.
template <typename F>
Result<void> runUnaryFloat(KernelContext& context, kernels::Unary function, F f, float alpha = 0,
                           float beta = 0) {
    const ir::Tensor* in = context.input(0);
    if (in && in->dtype() == ir::DataType::Float64) return runUnaryFloat(context, f);
    return runVectorUnary(context, function, alpha, beta);
}

// Numeric input 0 of any type -> output 0 of the same type.
template <typename F>
Result<void> runUnary(KernelContext& context, F f) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const ir::Tensor& x = *in;
    if (ir::isFloating(x.dtype())) return runUnaryFloat(context, f);
    return withElementType(x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, x.dtype(), x.dims()));
        applyUnary(x.as<T>(), out.template as<T>(), [&](T value) { return static_cast<T>(f(value)); });
        return {};
    });
}

template <typename F>
Result<void> runUnary(KernelContext& context, kernels::Unary function, F f) {
    const ir::Tensor* in = context.input(0);
    if (in && (in->dtype() == ir::DataType::Float32 || isHalf(in->dtype())))
        return runVectorUnary(context, function);
    return runUnary(context, f);
}

// The two operands of a binary operator and how they broadcast; BadInput when they do not fit each other.
struct BinaryOperands {
    const ir::Tensor* a = nullptr;
    const ir::Tensor* b = nullptr;
    BroadcastPlan plan;
};
Result<BinaryOperands> binaryOperands(const KernelContext& context);

// Numeric inputs 0 and 1 of one type -> output 0 of that type.
template <typename F>
Result<void> runBinary(KernelContext& context, F f) {
    ASSIGN_OR_RETURN(const auto operands, binaryOperands(context));
    const ir::DataType type = operands.a->dtype();
    if (isHalf(type)) {
        ASSIGN_OR_RETURN(const auto a, asFloat32(context, *operands.a));
        ASSIGN_OR_RETURN(const auto b, asFloat32(context, *operands.b));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, operands.plan.dims));
        applyBinary(operands.plan, a.template as<float>().data(), b.template as<float>().data(),
                    out.data().data(), f);
        out.finish();
        return {};
    }
    return withElementType(type, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, type, operands.plan.dims));
        applyBinary(operands.plan, operands.a->template as<T>().data(), operands.b->template as<T>().data(),
                    out.template as<T>().data(), [&](T x, T y) { return static_cast<T>(f(x, y)); });
        return {};
    });
}

// out = function(a, b) along a plan of two operands.
void applyVectorBinary(const BroadcastPlan& plan, kernels::Binary function, const float* a, const float* b,
                       float* out, int threads);
// Float32 inputs 0 and 1 -> float32 output 0.
Result<void> runVectorBinary(KernelContext& context, const BinaryOperands& operands, kernels::Binary function);

// As runBinary, where float32 has a vector kernel.
template <typename F>
Result<void> runBinary(KernelContext& context, kernels::Binary function, F f) {
    const ir::Tensor* a = context.input(0);
    if (!a || a->dtype() != ir::DataType::Float32) return runBinary(context, f);
    ASSIGN_OR_RETURN(const auto operands, binaryOperands(context));
    return runVectorBinary(context, operands, function);
}

// Numeric or bool inputs 0 and 1 of one type -> bool output 0; f returns bool. Bools are seen as uint8_t.
template <typename F>
Result<void> runCompare(KernelContext& context, F f) {
    ASSIGN_OR_RETURN(const auto operands, binaryOperands(context));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, operands.plan.dims));
    auto* result = out.template as<std::uint8_t>().data();
    const auto compare = [&]<typename T>(const ir::Tensor& a, const ir::Tensor& b, std::type_identity<T>) {
        applyBinary(operands.plan, a.as<T>().data(), b.as<T>().data(), result,
                    [&](T x, T y) { return static_cast<std::uint8_t>(f(x, y) ? 1 : 0); });
    };
    const ir::DataType type = operands.a->dtype();
    if (isHalf(type)) {
        ASSIGN_OR_RETURN(const auto a, asFloat32(context, *operands.a));
        ASSIGN_OR_RETURN(const auto b, asFloat32(context, *operands.b));
        compare(a, b, std::type_identity<float>());
        return {};
    }
    const ir::DataType seen = type == ir::DataType::Bool ? ir::DataType::UInt8 : type;
    return withElementType(seen, [&]<typename T>(std::type_identity<T> tag) -> Result<void> {
        compare(*operands.a, *operands.b, tag);
        return {};
    });
}

} // namespace edgewright::ops
