// SPDX-License-Identifier: GPL-3.0-or-later
// Words, colours and the chart of compared strategies.
#pragma once

#include "core/cost/search/strategy_comparison.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/table/row_table.h"

#include <QScatterSeries>

#include <memory>

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

// The best tiling of each strategy, with its colour, and below them the one that is chosen without a search.
class SearchTable final : public RowTable {
    Q_OBJECT
public:
    explicit SearchTable(QObject* parent = nullptr);
    void show(std::shared_ptr<const cost::search::StrategyOutcomes> outcomes); // null: none

private:
    QVariant words(std::size_t row, std::string_view key, int role) const;

    std::shared_ptr<const cost::search::StrategyOutcomes> m_outcomes;
};

} // namespace edgewright::views
