// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in binary without rounding, and rounding by the definitions in integers: what arithmetic is proved
// against.
#pragma once

#include "core/quant/arithmetic/rounding.h"

#include <cmath>

namespace edgewright::test {

__extension__ typedef __int128 Wide;

// value * 2^exponent
struct Exact {
    Wide value = 0;
    int exponent = 0;
};

inline Exact exactOf(double number) {
    int exponent = 0;
    const double fraction = std::frexp(number, &exponent);
    return {static_cast<Wide>(std::ldexp(fraction, 53)), exponent - 53};
}

// floor(value / 2^shift) and what is left of it; 0 <= shift < 126.
struct Divided {
    Wide quotient, remainder;
};
inline Divided dividedBy(Wide value, int shift) {
    const Wide power = Wide(1) << shift;
    Wide quotient = value / power, remainder = value % power;
    if (remainder < 0) {
        remainder += power;
        --quotient;
    }
    return {quotient, remainder};
}

// The whole number for value / 2^shift; every tie by its definition. Not for stochastic rounding.
inline Wide rounded(Wide value, int shift, quant::Rounding mode) {
    if (shift <= 0) return value * (Wide(1) << -shift);
    // Beyond this a value of less than 2^100 is far below a half.
    if (shift > 120) shift = 120;
    const auto [below, remainder] = dividedBy(value, shift);
    if (remainder == 0) return below;
    const Wide twice = remainder * 2, power = Wide(1) << shift;
    const bool tie = twice == power, above = twice > power;
    switch (mode) {
    case quant::Rounding::HalfEven:
        return above || (tie && below % 2 != 0) ? below + 1 : below;
    case quant::Rounding::HalfAway:
        return above || (tie && value > 0) ? below + 1 : below;
    case quant::Rounding::HalfUp:
        return above || tie ? below + 1 : below;
    default: // towards zero
        return value < 0 ? below + 1 : below;
    }
}

inline int bitWidth(Wide value) {
    Wide magnitude = value < 0 ? -value : value;
    int width = 0;
    for (; magnitude != 0; magnitude >>= 1)
        ++width;
    return width;
}

// The nearest number with a significand of `bits` bits, ties to even: IEEE 754 without its limits of the
// exponent.
inline Exact roundedTo(Exact number, int bits) {
    const int surplus = bitWidth(number.value) - bits;
    if (surplus <= 0) return number;
    return {rounded(number.value, surplus, quant::Rounding::HalfEven), number.exponent + surplus};
}

inline Exact product(Exact a, Exact b) { return {a.value * b.value, a.exponent + b.exponent}; }

// a / b to `bits` bits, ties to even; |a| < 2^60, 0 < b.
inline Exact quotient(Exact a, Exact b, int bits) {
    constexpr int More = 60;
    for (; a.value != 0 && bitWidth(a.value) < 60; --a.exponent)
        a.value *= 2;
    Wide value = (a.value << More) / b.value;
    const bool isExact = (a.value << More) % b.value == 0;
    value = value * 2 + (isExact ? 0 : (a.value < 0 ? -1 : 1)); // a bit below all that count breaks ties
    return roundedTo({value, a.exponent - b.exponent - More - 1}, bits);
}

} // namespace edgewright::test
