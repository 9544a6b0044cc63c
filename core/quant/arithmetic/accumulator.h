// SPDX-License-Identifier: GPL-3.0-or-later
// An accumulator of limited width.
#pragma once

#include "core/quant/arithmetic/conv_int8.h"

#include <cstdint>

namespace edgewright::quant {

// Fewest bits of a two's complement number that hold everything from `low` to `high` (1 for nothing but 0).
int signedBits(std::int64_t low, std::int64_t high);

// Adds one number after the other in `bits` (8..32) bits; what leaves the width saturates or wraps at once.
class Accumulator {
public:
    Accumulator(int bits, Overflow overflow)
        : m_highest((std::int64_t(1) << (bits - 1)) - 1), m_bits(bits), m_overflow(overflow) {}

    bool holds(std::int64_t low, std::int64_t high) const { return low >= -m_highest - 1 && high <= m_highest; }
    void add(std::int64_t term);
    std::int32_t value() const { return static_cast<std::int32_t>(m_value); }

private:
    std::int64_t m_value = 0;
    std::int64_t m_highest;
    int m_bits;
    Overflow m_overflow;
};

} // namespace edgewright::quant
