// SPDX-License-Identifier: GPL-3.0-or-later
// The number that the bits of an IEEE half stand for, by its definition.
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

} // namespace edgewright::emulator
