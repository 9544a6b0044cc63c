// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/measurement/verdict_text.h"

#include "views/support/quantity.h"

#include <QCoreApplication>

#include <cmath>

namespace edgewright::views {

namespace {

struct VerdictText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Verdict)
};

QString percentsOf(double share) { return significant(std::abs(share) * 100, 2); }

} // namespace

QString verdictText(const measure::Comparison& comparison) {
    if (std::isinf(comparison.interval.high)) return VerdictText::tr("too few runs to say");
    const double low = 1 - comparison.interval.high, high = 1 - comparison.interval.low;
    const auto range = [](double from, double to) {
        return VerdictText::tr("%1 to %2 %").arg(significant(from * 100, 2), significant(to * 100, 2));
    };
    switch (comparison.verdict) {
    case measure::Verdict::Faster:
        return VerdictText::tr("%1 % less time in pairs of runs (%2)")
            .arg(percentsOf(1 - comparison.ratio), range(low, high));
    case measure::Verdict::Slower:
        return VerdictText::tr("%1 % more time in pairs of runs (%2)")
            .arg(percentsOf(comparison.ratio - 1), range(-high, -low));
    case measure::Verdict::Same:
        return VerdictText::tr("no difference larger than %1 % in pairs of runs")
            .arg(percentsOf(comparison.bound));
    case measure::Verdict::Undecided:
        break;
    }
    return VerdictText::tr("too noisy to say");
}

} // namespace edgewright::views
