// SPDX-License-Identifier: GPL-3.0-or-later
// Results in words: where a gain comes from, and why there is none.
#pragma once

#include "core/experiment/result_table.h"
#include "core/table/answer.h"

#include <string>
#include <vector>

namespace edgewright::experiment {

// The cell beside its baseline, from their numbers alone: latency with its verdict first; then what changed
// (layers in integers, calls, bytes moved, storage shared, holes, allocations, weights, cycles and energy of
// the accelerator, accuracy), and where something was meant to change and did not, why. Nothing where one of
// both has failed.
table::Answer explained(const Outcome& base, const Outcome& cell);

// "48 KiB at the peak instead of 192 KiB (−75.0 %)"; both peaks are known, and `before` has one.
std::string peakChangeText(const Numbers& before, const Numbers& now);

// For every row with a base.
struct Explanation {
    std::size_t row = 0;
    table::Answer answer;
};
std::vector<Explanation> explanations(const ResultRows& rows);

} // namespace edgewright::experiment
