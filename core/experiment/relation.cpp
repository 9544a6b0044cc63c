// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/relation.h"

#include <algorithm>

namespace edgewright::experiment {

namespace {

bool haveOneReference(const Outcome& a, const Outcome& b) {
    return a.choices.model == b.choices.model && a.choices.size == b.choices.size &&
           a.choices.device == b.choices.device && a.model == b.model && a.settings == b.settings;
}

std::optional<measure::Interval> ratioInterval(const Numbers& numbers) {
    if (!numbers.lowRatio || !numbers.highRatio || *numbers.lowRatio <= 0) return std::nullopt;
    return measure::Interval{*numbers.lowRatio, *numbers.highRatio};
}

// By the rules of measure::compare(), of an interval that is known to be wide.
measure::Verdict verdictOf(const std::optional<measure::Interval>& interval) {
    constexpr measure::ComparisonRules Rules{};
    if (!interval) return measure::Verdict::Undecided;
    if (interval->high < 1 - Rules.resolution) return measure::Verdict::Faster;
    if (interval->low > 1 + Rules.resolution) return measure::Verdict::Slower;
    const double bound = std::max(1 - interval->low, interval->high - 1);
    return bound <= Rules.sameWithin ? measure::Verdict::Same : measure::Verdict::Undecided;
}

} // namespace

std::optional<Relation> relationOf(const Outcome& base, const Outcome& other) {
    const auto &first = base.numbers.ratio, &second = other.numbers.ratio;
    if (!first || !second || *first <= 0 || !haveOneReference(base, other)) return std::nullopt;
    const auto firstInterval = ratioInterval(base.numbers), secondInterval = ratioInterval(other.numbers);
    Relation relation{*second / *first, std::nullopt, measure::Verdict::Undecided};
    if (firstInterval && secondInterval)
        relation.interval = {secondInterval->low / firstInterval->high,
                             secondInterval->high / firstInterval->low};
    relation.verdict = !base.verdict && other.verdict ? *other.verdict : verdictOf(relation.interval);
    return relation;
}

} // namespace edgewright::experiment
