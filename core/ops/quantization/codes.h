// SPDX-License-Identifier: GPL-3.0-or-later
// Integer codes and the numbers they stand for: real = scale * (code - zero point).
//
// Everything is computed in float32 in exactly the order that is written, because the results are compared bit
// for bit.
#pragma once

#include "core/base/say.h"
#include "core/ops/operands/operands.h"

#include <type_traits>

namespace edgewright::ops {

struct CodeRange {
    std::int32_t low = 0;
    std::int32_t high = 0;
};

// [0, 255] for uint8 and so on; Unsupported for types that are not integers of 2 to 16 bits.
Result<CodeRange> codeRange(ir::DataType type);

// Rounds half to even. |value| must be below 2^22: adding 1.5 * 2^23 leaves no room for a fraction.
inline std::int32_t nearest(float value) {
    return static_cast<std::int32_t>((value + 12582912.0f) - 12582912.0f);
}

// Nearest code, ties to even, saturating; `value` is already divided by the scale. NaN becomes the lowest code.
inline std::int32_t toCode(float value, std::int32_t zero, const CodeRange& range) {
    const auto low = static_cast<float>(range.low - zero);
    const auto high = static_cast<float>(range.high - zero);
    value = value > low ? value : low;
    value = value < high ? value : high;
    return nearest(value) + zero;
}

// The same when the zero point is already part of the value, and so takes part in the rounding.
inline std::int32_t toShiftedCode(float value, const CodeRange& range) { return toCode(value, 0, range); }

// The bits that make 8-bit codes unsigned: the top bit of signed ones, whose zero point is then moved by as
// much (kernels::IntegerTiles).
inline std::uint8_t flipOf(ir::DataType type) { return type == ir::DataType::Int8 ? 0x80 : 0; }

// body(std::type_identity<T>()) with T = int8_t, uint8_t, int16_t or uint16_t; Unsupported for others.
template <typename F>
Result<void> withCodeType(ir::DataType type, F&& body) {
    switch (type) {
    case ir::DataType::Int8:
        return body(std::type_identity<std::int8_t>());
    case ir::DataType::UInt8:
        return body(std::type_identity<std::uint8_t>());
    case ir::DataType::Int16:
        return body(std::type_identity<std::int16_t>());
    case ir::DataType::UInt16:
        return body(std::type_identity<std::uint16_t>());
    default:
        return unsupported(say("codes of type {1} are not supported here", ir::dataTypeName(type)));
    }
}

// Scale input `index` as `count` numbers: one for all, or one each. BadInput otherwise.
Result<std::vector<float>> scalesOf(const KernelContext& context, std::size_t index, std::int64_t count);
// The same for a zero point; zeros when the input is omitted.
Result<std::vector<std::int32_t>> zerosOf(const KernelContext& context, std::size_t index, std::int64_t count);

// One scale and one zero point for a whole tensor.
struct Coding {
    float scale = 1.0f;
    std::int32_t zero = 0;
};
Result<Coding> codingOf(const KernelContext& context, std::size_t scale, std::size_t zero);

} // namespace edgewright::ops
