// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/small_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace edgewright::ir {

namespace {

// Sign, exponent and mantissa; "magnitude" is everything below the sign.
struct Format {
    int mantissaBits;
    int bias;
    int sign;          // the sign's bit
    int largest;       // magnitude of the largest finite number
    int infinity;      // magnitude, -1: none
    int nan;           // magnitude; for `unsignedZero` the bits
    bool unsignedZero; // FNUZ: what would be -0 is the only NaN
    bool alwaysSaturates;
};

constexpr Format E4M3FN{3, 7, 0x80, 0x7e, -1, 0x7f, false, false};
constexpr Format E4M3FNUZ{3, 8, 0x80, 0x7f, -1, 0x80, true, false};
constexpr Format E5M2{2, 15, 0x80, 0x7b, 0x7c, 0x7e, false, false};
constexpr Format E5M2FNUZ{2, 16, 0x80, 0x7f, -1, 0x80, true, false};
constexpr Format E2M1{1, 1, 0x8, 0x7, -1, 0x8, false, true};

const Format& formatOf(DataType type) {
    switch (type) {
    case DataType::Float8E4M3FN:
        return E4M3FN;
    case DataType::Float8E4M3FNUZ:
        return E4M3FNUZ;
    case DataType::Float8E5M2:
        return E5M2;
    case DataType::Float8E5M2FNUZ:
        return E5M2FNUZ;
    default:
        return E2M1;
    }
}

constexpr float Nan = std::numeric_limits<float>::quiet_NaN();

std::uint8_t toPower(float value, const SmallFloatRounding& rounding) {
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const std::uint32_t exponent = (bits >> 23) & 0xffu;
    const std::uint32_t fraction = bits & 0x7fffffu;
    if (exponent == 0xffu) return 0xff;
    bool up = false;
    if (rounding.power == PowerRounding::Up) up = fraction != 0;
    // Exactly half of the smallest power stays below it.
    if (rounding.power == PowerRounding::Nearest)
        up = fraction > 0x400000u || (fraction == 0x400000u && exponent > 0);
    if (up && exponent == 0xfeu && rounding.saturate) up = false;
    return static_cast<std::uint8_t>(exponent + (up ? 1u : 0u));
}

} // namespace

float smallFloatToFloat(DataType type, std::uint8_t bits) {
    if (type == DataType::Float8E8M0) return bits == 0xff ? Nan : std::ldexp(1.0f, int(bits) - 127);
    const Format& format = formatOf(type);
    const bool negative = (bits & format.sign) != 0;
    const int magnitude = bits & (format.sign - 1);
    if (format.unsignedZero && negative && magnitude == 0) return Nan;
    if (magnitude > format.largest) {
        if (magnitude != format.infinity) return Nan;
        return negative ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::infinity();
    }
    const int exponent = magnitude >> format.mantissaBits;
    const int fraction = magnitude & ((1 << format.mantissaBits) - 1);
    const int whole = exponent == 0 ? fraction : fraction + (1 << format.mantissaBits);
    const float value =
        std::ldexp(static_cast<float>(whole), std::max(exponent, 1) - format.bias - format.mantissaBits);
    return negative ? -value : value;
}

std::uint8_t floatToSmallFloat(DataType type, float value, const SmallFloatRounding& rounding) {
    if (type == DataType::Float8E8M0) return toPower(value, rounding);
    const Format& format = formatOf(type);
    const int sign = std::signbit(value) ? format.sign : 0;
    const int nan = format.unsignedZero || format.alwaysSaturates ? format.nan : format.nan | sign;
    if (std::isnan(value)) return static_cast<std::uint8_t>(nan);
    int magnitude = format.largest + 1;
    if (std::isfinite(value)) {
        const int smallest = 1 - format.bias; // the exponent that normal numbers start with
        const int exponent = value == 0.0f ? smallest : std::max(std::ilogb(value), smallest);
        // In units of the last place; a result that needs one bit more carries into the exponent.
        const float units = std::nearbyint(std::ldexp(std::abs(value), format.mantissaBits - exponent));
        magnitude = ((exponent - smallest) << format.mantissaBits) + static_cast<int>(units);
    }
    if (magnitude > format.largest) {
        if (rounding.saturate || format.alwaysSaturates)
            magnitude = format.largest;
        else if (format.infinity >= 0)
            magnitude = format.infinity;
        else
            return static_cast<std::uint8_t>(nan);
    }
    if (magnitude == 0 && format.unsignedZero) return 0;
    return static_cast<std::uint8_t>(magnitude | sign);
}

} // namespace edgewright::ir
