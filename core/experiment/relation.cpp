// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/experiment/relation.h"

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

} // namespace

std::optional<Relation> relationOf(const Outcome& base, const Outcome& other) {
    const auto &first = base.numbers.ratio, &second = other.numbers.ratio;
    if (!first || !second || *first <= 0 || !haveOneReference(base, other)) return std::nullopt;
    const auto firstInterval = ratioInterval(base.numbers), secondInterval = ratioInterval(other.numbers);
    Relation relation{*second / *first, std::nullopt, measure::Verdict::Undecided,
                      !base.verdict || !other.verdict}; // one is the reference
    const double room = 1 + (relation.isPaired ? 0 : measure::ComparisonRules().resolution);
    if (firstInterval && secondInterval)
        relation.interval = {secondInterval->low / firstInterval->high / room,
                             secondInterval->high / firstInterval->low * room};
    if (!base.verdict && other.verdict)
        relation.verdict = *other.verdict;
    else if (relation.interval)
        relation.verdict = measure::verdictOn(*relation.interval);
    return relation;
}

} // namespace edgewright::experiment
