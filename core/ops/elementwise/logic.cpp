// SPDX-License-Identifier: GPL-3.0-or-later
// Operators on truth values, and on the bits of integers.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/elementwise/integers.h"
#include "core/ops/elementwise/table.h"

namespace edgewright::ops::logic {

namespace {

Result<void> expectBool(const KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (in->dtype() == ir::DataType::Bool) return {};
    return badInput(say("input 0 is {1} where a bool tensor is expected", in->type().text()));
}

template <typename F>
constexpr Operator logical(const Operator& row, F) {
    return compareRow(row, [](KernelContext& context) -> Result<void> {
        RETURN_IF_ERROR(expectBool(context));
        return runCompare(context, F());
    });
}

Result<void> runNot(KernelContext& context) {
    RETURN_IF_ERROR(expectBool(context));
    const ir::Tensor& in = *context.input(0);
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Bool, in.dims()));
    applyUnary(in.as<std::uint8_t>(), out.as<std::uint8_t>(),
               [](std::uint8_t x) { return static_cast<std::uint8_t>(x == 0 ? 1 : 0); });
    return {};
}

template <typename F>
constexpr Operator bitwise(const Operator& row, F) {
    return broadcastRow(row, [](KernelContext& context) { return runIntegerBinary(context, F()); });
}

Result<void> runBitwiseNot(KernelContext& context) {
    RETURN_IF_ERROR(expectInteger(context, 0));
    return runUnary(context, []<typename T>(T x) -> T {
        if constexpr (std::is_integral_v<T>)
            return static_cast<T>(~x);
        else
            return x;
    });
}

Result<void> runBitShift(KernelContext& context) {
    const std::string direction = context.node().stringOr("direction", "");
    if (direction != "LEFT" && direction != "RIGHT")
        return badInput(say("direction is '{1}' where LEFT or RIGHT is expected", direction));
    const bool left = direction == "LEFT";
    return runIntegerBinary(context, [left]<typename T>(T value, T by) {
        constexpr unsigned bits = sizeof(T) * 8;
        const auto shift = static_cast<std::uint64_t>(by);
        if (shift >= bits) return T(0);
        const auto raw = static_cast<std::make_unsigned_t<T>>(value);
        const std::uint64_t wide = raw;
        return static_cast<T>(left ? wide << shift : wide >> shift);
    });
}

constexpr std::array Rows = inCategory(
    Category::ElementWise,
    std::array{
        logical({.name = "And"}, [](auto a, auto b) { return a != 0 && b != 0; }),
        logical({.name = "Or"}, [](auto a, auto b) { return a != 0 || b != 0; }),
        logical({.name = "Xor"}, [](auto a, auto b) { return (a != 0) != (b != 0); }),
        unaryRow({.name = "Not"}, runNot),
        bitwise({.name = "BitwiseAnd", .since = 18},
                []<typename T>(T a, T b) { return static_cast<T>(a & b); }),
        bitwise({.name = "BitwiseOr", .since = 18}, []<typename T>(T a, T b) { return static_cast<T>(a | b); }),
        bitwise({.name = "BitwiseXor", .since = 18},
                []<typename T>(T a, T b) { return static_cast<T>(a ^ b); }),
        unaryRow({.name = "BitwiseNot", .since = 18}, runBitwiseNot),
        broadcastRow({.name = "BitShift", .since = 11}, runBitShift),
    });

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::logic
