// SPDX-License-Identifier: GPL-3.0-or-later
// Time of a scenario: whole nanoseconds since its begin, so that equal times are equal on every platform.
#pragma once

#include <cmath>
#include <cstdint>

namespace edgewright::scenario {

using Ticks = std::int64_t;

inline constexpr Ticks Forever = INT64_MAX;
inline constexpr Ticks TicksPerSecond = 1'000'000'000;

// To the nearest one. At most about 292 years.
inline Ticks ticksOf(double seconds) { return std::llround(seconds * static_cast<double>(TicksPerSecond)); }
inline Ticks ticksOfMs(double milliseconds) { return std::llround(milliseconds * 1e6); }
// To the nearest one; Forever where it is later than can be counted with.
inline Ticks ticksFrom(double ticks) { return ticks < 0x1p62 ? std::llround(ticks) : Forever; }
inline double secondsOf(Ticks ticks) {
    return static_cast<double>(ticks) / static_cast<double>(TicksPerSecond);
}

} // namespace edgewright::scenario
