// SPDX-License-Identifier: GPL-3.0-or-later
// The latency of one cell against that of another.
#pragma once

#include "core/experiment/outcome.h"

#include <optional>

namespace edgewright::experiment {

struct Relation {
    double ratio = 1;                          // other / base; below 1: faster
    std::optional<measure::Interval> interval; // of it, which was judged; empty: there are too few runs
    measure::Verdict verdict = measure::Verdict::Undecided;
    bool isPaired = true; // their runs took turns
};

// Against the reference the comparison is that of the runs themselves, in turn. Two others are compared by
// their ratios to it: what was different about machine and moment was so for the reference, too. Their
// intervals are multiplied, and widened by measure::ComparisonRules::resolution, as programs that did not run
// together differ by so much of their own. Empty where either was not measured, or they have no reference in
// common: models, sizes or devices differ.
std::optional<Relation> relationOf(const Outcome& base, const Outcome& other);

} // namespace edgewright::experiment
