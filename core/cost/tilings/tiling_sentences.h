// SPDX-License-Identifier: GPL-3.0-or-later
// Adopted tilings in words: used, or not and why.
#pragma once

#include "core/cost/systolic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::cost {

// The number of layers that have theirs; then what is not used, a sentence for each reason: at most so many,
// and behind them how many there are in all. Empty: none is adopted, or by the rules of SCALE-Sim there are
// none.
std::vector<std::string> tilingSentences(const CostReport& report, std::size_t mostReasons = SIZE_MAX);

} // namespace edgewright::cost
