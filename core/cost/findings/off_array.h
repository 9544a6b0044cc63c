// SPDX-License-Identifier: GPL-3.0-or-later
// The part of a report that is no work of the array: operators on the vector unit, with the cycles of each.
#pragma once

#include "core/cost/systolic.h"

#include <string>
#include <utility>
#include <vector>

namespace edgewright::cost {

struct OffArray {
    std::int64_t cycles = 0; // of all of them; without those that pass while the array computes
    std::vector<std::pair<std::string, std::int64_t>> operators; // with cycles, those with the most first
};

OffArray offArrayOf(const CostReport& report);

inline constexpr std::size_t NamedOffArray = 3; // operators that a sentence names

} // namespace edgewright::cost
