// SPDX-License-Identifier: GPL-3.0-or-later
// The latency of one cell against that of another.
#pragma once

#include "core/experiment/outcome.h"

#include <optional>

namespace edgewright::experiment {

struct Relation {
    double ratio = 1;                          // other / base; below 1: faster
    std::optional<measure::Interval> interval; // of it; empty: there are too few runs
    measure::Verdict verdict = measure::Verdict::Undecided;
};

// Against the reference the comparison is that of the runs themselves, in turn. Two others are compared by
// their ratios to it, whose intervals are multiplied: what was different about machine and moment was so for
// the reference, too. Empty where either was not measured, or they have no reference in common: models, sizes
// or devices differ.
std::optional<Relation> relationOf(const Outcome& base, const Outcome& other);

} // namespace edgewright::experiment
