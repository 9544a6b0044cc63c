// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of two tensors, and of any number of them. Integers wrap around.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/integers.h"
#include "core/ops/elementwise/table.h"
#include "core/ops/operands/wrapping.h"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace edgewright::ops::arithmetic {

namespace {

using kernels::Binary;

Result<void> runDiv(KernelContext& context) {
    RETURN_IF_ERROR(expectNonZero(context, 1));
    return runBinary(context, Binary::Div, [](auto a, auto b) { return wrappingDiv(a, b); });
}

// The sign follows the divisor, or with `truncated` the dividend, as in C.
template <typename T>
T remainder(T a, T b, bool truncated) {
    if constexpr (std::is_floating_point_v<T>) {
        const T rest = std::fmod(a, b);
        return !truncated && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    } else if constexpr (std::is_signed_v<T>) {
        const T rest = b == T(-1) ? T(0) : static_cast<T>(a % b);
        return !truncated && rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
    } else {
        return static_cast<T>(a % b);
    }
}

Result<void> runMod(KernelContext& context) {
    RETURN_IF_ERROR(expectNonZero(context, 1));
    const bool truncated = context.node().intOr("fmod", 0) != 0;
    return runBinary(context, [=](auto a, auto b) { return remainder(a, b, truncated); });
}

// Accumulates f over all inputs in order, then finish(sum, count); all of one type. Halves are accumulated as
// float.
template <typename F, typename Finish>
Result<void> runVariadic(KernelContext& context, F f, Finish finish) {
    ASSIGN_OR_RETURN(const auto first, operand(context, 0));
    const ir::DataType type = first->dtype();
    ir::Dims dims = first->dims();
    std::vector<ir::Tensor> inputs;
    for (std::size_t i = 0; i < context.inputCount(); ++i) {
        ASSIGN_OR_RETURN(const auto in, operand(context, i));
        if (in->dtype() != type)
            return badInput(say("inputs are {1} and {2} where one element type is expected",
                                first->type().text(), in->type().text()));
        ASSIGN_OR_RETURN(dims, broadcastDims(dims, in->dims()));
        ASSIGN_OR_RETURN(auto values, isHalf(type) ? asFloat32(context, *in) : Result<ir::Tensor>(*in));
        inputs.push_back(std::move(values));
    }
    const ir::DataType computed = isHalf(type) ? ir::DataType::Float32 : type;
    return withElementType(computed, [&]<typename T>(std::type_identity<T>) -> Result<void> {
        // The output may lie over an input that is read later, so the sum grows in memory of its own.
        ASSIGN_OR_RETURN(auto work, context.scratchTensor(computed, dims));
        T* sum = work.template as<T>().data();
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            ASSIGN_OR_RETURN(const auto plan, broadcastPlan(std::array{dims, inputs[i].dims()}));
            const T* in = inputs[i].as<T>().data();
            if (i == 0)
                applyBinary(plan, sum, in, sum, [](T, T b) { return b; });
            else
                applyBinary(plan, sum, in, sum, [&](T a, T b) { return static_cast<T>(f(a, b)); });
        }
        for (T& element : work.template as<T>())
            element = static_cast<T>(finish(element, inputs.size()));
        if (isHalf(type)) {
            ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, type, dims));
            std::ranges::copy(work.template as<float>(), out.data().begin());
            out.finish();
            return {};
        }
        ASSIGN_OR_RETURN(auto out, context.output(0, type, dims));
        std::ranges::copy(work.template as<T>(), out.template as<T>().begin());
        return {};
    });
}

template <typename F>
Result<void> runVariadic(KernelContext& context, F f) {
    return runVariadic(context, f, [](auto value, std::size_t) { return value; });
}

// The same, where two float32 inputs, the usual case, have a vector kernel.
template <typename F>
Result<void> runVariadic(KernelContext& context, Binary function, F f) {
    const auto usual = [&](std::size_t index) {
        const ir::Tensor* in = context.input(index);
        return in && in->dtype() == ir::DataType::Float32;
    };
    if (context.inputCount() != 2 || !usual(0) || !usual(1)) return runVariadic(context, f);
    return runBinary(context, function, f);
}

Result<void> runMean(KernelContext& context) {
    return runVariadic(
        context, [](auto a, auto b) { return wrappingAdd(a, b); },
        [](auto sum, std::size_t count) { return sum / static_cast<decltype(sum)>(count); });
}

template <Binary Function, typename F>
constexpr Operator variadic(Operator row, F) {
    row.loop.binary = Function;
    return broadcastRow(row, [](KernelContext& context) { return runVariadic(context, Function, F()); });
}

constexpr std::array Rows =
    inCategory(Category::ElementWise,
               std::array{
                   numberBinary<Binary::Add>({.name = "Add"}, [](auto a, auto b) { return wrappingAdd(a, b); }),
                   numberBinary<Binary::Sub>({.name = "Sub"}, [](auto a, auto b) { return wrappingSub(a, b); }),
                   numberBinary<Binary::Mul>({.name = "Mul"}, [](auto a, auto b) { return wrappingMul(a, b); }),
                   broadcastRow({.name = "Div", .loop = {.binary = Binary::Div}}, runDiv),
                   broadcastRow({.name = "Mod", .since = 10}, runMod),
                   variadic<Binary::Add>({.name = "Sum"}, [](auto a, auto b) { return wrappingAdd(a, b); }),
                   broadcastRow({.name = "Mean"}, runMean),
                   // A NaN on either side stays.
                   variadic<Binary::Min>({.name = "Min"},
                                         [](auto a, auto b) { return a == a && (b < a || b != b) ? b : a; }),
                   variadic<Binary::Max>({.name = "Max"},
                                         [](auto a, auto b) { return a == a && (b > a || b != b) ? b : a; }),
               });

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::arithmetic
