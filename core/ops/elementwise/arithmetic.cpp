// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of two tensors, and of any number of them. Integers wrap around.
#include "core/base/propagate.h"
#include "core/ops/elementwise/integers.h"
#include "core/ops/elementwise/table.h"
#include "core/ops/elementwise/variadic.h"
#include "core/ops/operands/wrapping.h"

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
