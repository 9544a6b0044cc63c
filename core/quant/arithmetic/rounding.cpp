// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/arithmetic/rounding.h"

#include <cmath>

namespace edgewright::quant {

namespace {

std::uint64_t mixed(std::uint64_t value) {
    value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
    value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
    return value ^ (value >> 31);
}

} // namespace

double uniformAt(std::uint64_t seed, std::uint64_t index) {
    constexpr std::uint64_t Step = 0x9e3779b97f4a7c15u;
    const std::uint64_t bits = mixed(mixed(seed + Step) + (index + 1) * Step);
    return static_cast<double>(bits >> 11) * 0x1p-53;
}

double Rounder::operator()(double value, std::uint64_t index) const {
    switch (m_mode) {
    case Rounding::HalfEven:
        return std::nearbyint(value);
    case Rounding::HalfAway:
        return std::round(value);
    case Rounding::Truncate:
        return std::trunc(value);
    case Rounding::HalfUp:
    case Rounding::Stochastic:
        break;
    }
    // Not floor(value + 0.5), whose sum rounds: the difference tells on which side of a half the fraction lies.
    const double below = std::floor(value);
    const double fraction = value - below;
    const bool up = m_mode == Rounding::HalfUp ? fraction >= 0.5 : uniformAt(m_seed, index) < fraction;
    return up ? below + 1 : below;
}

} // namespace edgewright::quant
