// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/accumulator.h"

#include <algorithm>
#include <bit>

namespace edgewright::quant {

int signedBits(std::int64_t low, std::int64_t high) {
    // A number >= 0 needs its magnitude bits and a sign; ~n = -n - 1 does the same for the negative side.
    const auto magnitude = [](std::int64_t value) {
        return std::bit_width(static_cast<std::uint64_t>(value < 0 ? ~value : value));
    };
    return static_cast<int>(std::max(magnitude(low), magnitude(high))) + 1;
}

void Accumulator::add(std::int64_t term) {
    m_value += term;
    if (holds(m_value, m_value)) return;
    if (m_overflow == Overflow::Saturate) {
        m_value = m_value < 0 ? -m_highest - 1 : m_highest;
    } else {
        // Keep the low bits: shift them to the top and back, where the sign comes along.
        const int unused = 64 - m_bits;
        m_value = static_cast<std::int64_t>(static_cast<std::uint64_t>(m_value) << unused) >> unused;
    }
}

} // namespace edgewright::quant
