// SPDX-License-Identifier: GPL-3.0-or-later
// Words, colours and the chart of compared strategies.
#pragma once

#include "core/cost/search/strategy_comparison.h"
#include "views/support/chart/chart_pane.h"

#include <QScatterSeries>

namespace edgewright::views {

QString strategyTitle(const cost::search::Strategy& strategy); // "Simulated annealing"
// A value of the objective: "1 947 cycles", "3.21 µJ", "1.2e+06 pJ × cycles".
QString searchValueText(const cost::search::StrategyOutcomes& outcomes, double value);
QString shareText(double share); // "97.6 %"; "100 %" only for 1

struct StrategyLook {
    QColor color;
    QScatterSeries::MarkerShape shape = QScatterSeries::MarkerShapeCircle;
};
StrategyLook strategyLook(const cost::search::Strategy& strategy, const Theme& theme);

// Best value after so many trials, as a share of the best that is known. `isOld`: paler, of what is no longer
// chosen. Targets are the improvements, and where the lines reach 95 %.
BuiltChart buildSearchChart(const cost::search::StrategyOutcomes& outcomes, const Theme& theme, bool isOld);

} // namespace edgewright::views
