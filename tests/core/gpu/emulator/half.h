// SPDX-License-Identifier: GPL-3.0-or-later
// IEEE halves by their definition: the number that the bits stand for, and the nearest half of a number.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace edgewright::emulator {

inline float valueOfHalf(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    float value = std::ldexp(static_cast<float>(exponent == 0 ? fraction : 1024 + fraction),
                             exponent == 0 ? -24 : exponent - 25);
    if (exponent == 31)
        value =
            fraction == 0 ? std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
    return bits >> 15 ? -value : value;
}

// The nearest one, of two that are as near the one with an even last bit; infinity from 65520 on.
inline std::uint16_t halfOf(float value) {
    const int sign = std::signbit(value) ? 0x8000 : 0;
    if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7e00);
    const float size = std::fabs(value);
    if (size >= 65520.0f) return static_cast<std::uint16_t>(sign | 0x7c00);
    const int exponent = size < std::ldexp(1.0f, -14) ? -14 : std::ilogb(size);
    const int steps = static_cast<int>(std::nearbyint(std::ldexp(size, 10 - exponent))); // of the last bit
    // The step to the next power of two carries into the exponent by itself.
    return static_cast<std::uint16_t>(sign | (exponent == -14 ? steps : (exponent + 15) * 1024 + steps - 1024));
}

} // namespace edgewright::emulator
