// SPDX-License-Identifier: GPL-3.0-or-later
// Energy per operation at 45 nm, 0.9 V. Source: Horowitz, "Computing's energy problem", ISSCC 2014,
// figure 1.1.9.
#pragma once

#include <cstdint>

namespace edgewright::cost {

// 8-bit multiplication (0.2 pJ) and 32-bit addition (0.1 pJ).
inline constexpr double MacPicojoules = 0.3;
// The lower bound of 1300 to 2600 pJ for 64 bits.
inline constexpr double DramPicojoulesPerByte = 162.5;
// 64-bit accesses cost 10 pJ (8 KiB), 20 pJ (32 KiB) and 100 pJ (1 MiB); between and beyond, the logarithm of
// the energy is linear in the logarithm of the size.
double sramPicojoulesPerByte(std::int64_t bytes);

} // namespace edgewright::cost
