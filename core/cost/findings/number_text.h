// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in sentences about costs.
#pragma once

#include <string>
#include <string_view>

namespace edgewright::cost {

// "250 µJ", "4.50 M MAC energies"; `unit`: EnergyTable::unit.
std::string energyText(double energy, std::string_view unit);
inline bool isSlower(double speedup) { return speedup < 0.995; }
inline bool isFaster(double speedup) { return speedup >= 1.005; }
// A loss as a share of the time, 0.25; from MaxLossShare on it is told as a factor.
inline double lossOf(double speedup) { return 1 / speedup - 1; }
constexpr double MaxLossShare = 1;
std::string speedText(double speedup); // "1.25 × as fast"; else "no gain" or "10 % slower"

} // namespace edgewright::cost
