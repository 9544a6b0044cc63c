// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/random/random.h"

#include <bit>
#include <cmath>

namespace edgewright::ops {

std::uint32_t Random::integer() { return static_cast<std::uint32_t>(m_engine()); }

double Random::uniform() {
    const std::uint32_t high = integer() >> 5;
    const std::uint32_t low = integer() >> 6;
    return (static_cast<double>(high) * 67108864.0 + static_cast<double>(low)) / 9007199254740992.0;
}

// Marsaglia's polar method: a point in the unit disc gives two numbers.
double Random::normal() {
    if (m_hasSpare) {
        m_hasSpare = false;
        return m_spare;
    }
    for (;;) {
        const double x = 2 * uniform() - 1;
        const double y = 2 * uniform() - 1;
        const double square = x * x + y * y;
        if (square >= 1 || square == 0) continue;
        const double factor = std::sqrt(-2 * std::log(square) / square);
        m_spare = factor * x;
        m_hasSpare = true;
        return factor * y;
    }
}

Random randomOf(const ir::Node& node) {
    const ir::AttributeValue* seed = node.find("seed");
    if (const auto* number = seed ? std::get_if<std::int64_t>(seed) : nullptr) {
        const auto bits = static_cast<std::uint64_t>(*number);
        return Random(static_cast<std::uint32_t>(bits) ^ static_cast<std::uint32_t>(bits >> 32));
    }
    if (const auto* number = seed ? std::get_if<float>(seed) : nullptr) {
        const bool whole = *number >= 0 && *number < 4294967296.0f && std::trunc(*number) == *number;
        return Random(whole ? static_cast<std::uint32_t>(*number) : std::bit_cast<std::uint32_t>(*number));
    }
    constexpr std::uint32_t golden = 0x9e3779b9u; // spreads neighbouring ids
    return Random((static_cast<std::uint32_t>(node.id.index()) + 1) * golden);
}

} // namespace edgewright::ops
