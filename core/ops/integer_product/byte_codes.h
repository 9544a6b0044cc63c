// SPDX-License-Identifier: GPL-3.0-or-later
// 8-bit codes as the integer kernels take them: signed for one side of a product, unsigned for the other. Codes
// of the other kind are moved by 128: their top bit flips, and their zero points move too.
#pragma once

#include "core/base/say.h"
#include "core/ops/quantization/codes.h"

namespace edgewright::ops {

struct ByteCodes {
    const std::uint8_t* data = nullptr;
    std::uint8_t flip = 0;           // to be applied to every code
    std::vector<std::int32_t> zeros; // moved
    bool centred = false;            // every zero point is 0
};

// Unsupported unless the codes have 8 bits, BadInput for a zero point that is no code of their type.
inline Result<ByteCodes> byteCodes(const ir::Tensor& codes, std::vector<std::int32_t> zeros, bool asSigned) {
    const bool isSigned = codes.dtype() == ir::DataType::Int8;
    if (!isSigned && codes.dtype() != ir::DataType::UInt8)
        return unsupported(say("integer products of {1}", codes.type().text()));
    const auto range = codeRange(codes.dtype());
    ByteCodes result{codes.as<std::uint8_t>().data(), 0, std::move(zeros), true};
    if (isSigned != asSigned) result.flip = 0x80;
    for (std::int32_t& zero : result.zeros) {
        if (zero < range->low || zero > range->high)
            return badInput(say("zero point {1} is no {2}", zero, ir::dataTypeName(codes.dtype())));
        if (isSigned != asSigned) zero += asSigned ? -128 : 128;
        if (zero != 0) result.centred = false;
    }
    return result;
}

// Wrapping arithmetic of sums: unsigned, converted back at the end.
inline std::uint32_t word(std::int64_t value) { return static_cast<std::uint32_t>(value); }

} // namespace edgewright::ops
