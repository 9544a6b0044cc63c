// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in sentences about costs.
#pragma once

#include <string>
#include <string_view>

namespace edgewright::cost {

// "250 µJ", "4.50 M MAC energies"; `unit`: EnergyTable::unit.
std::string energyText(double energy, std::string_view unit);
inline bool isSlower(double speedup) { return speedup < 0.995; }
std::string speedText(double speedup); // "1.25 × as fast"; a loss reads "1.10 × slower"

} // namespace edgewright::cost
