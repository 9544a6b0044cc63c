// SPDX-License-Identifier: GPL-3.0-or-later
// What became of adopted tilings, in words.
#pragma once

#include "core/cost/systolic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::cost {

// How many layers have theirs; then those that are not used, a sentence for each reason: at most so many, and
// behind them how many there are in all. Empty: none is adopted, or by the rules of SCALE-Sim there are none.
std::vector<std::string> tilingSentences(const CostReport& report, std::size_t mostReasons = SIZE_MAX);

} // namespace edgewright::cost
