// SPDX-License-Identifier: GPL-3.0-or-later
// A bar for each cell, with the interval of its number: as imported is cool, fused is warm.
#include "app/workbench/study/charts/experiment_charts.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/row_bars.h"
#include "views/support/quantity.h"

#include <QLegend>

#include <algorithm>

namespace edgewright::workbench::bars_experiment {

namespace {

struct CellBarsText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::CellBars)
};

QString emptyText(const ExperimentChartInput& input) {
    return input.hasValues() ? QString() : CellBarsText::tr("No cell has this number.");
}

views::BuiltChart build(const ExperimentChartInput& input, const views::Theme& theme) {
    views::BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const std::vector<std::string> names = experiment::tellingNames(*input.rows);
    std::vector<std::size_t> drawn; // rows with the number
    double high = 0;
    for (std::size_t i = 0; i < input.rows->size(); ++i) {
        const auto value = input.value((*input.rows)[i]);
        if (!value) continue;
        drawn.push_back(i);
        const auto interval = input.interval((*input.rows)[i]);
        high = std::max({high, *value, interval ? interval->second : 0});
    }
    const ExperimentScale scale(high, input.unit);
    high = high > 0 ? high / scale.size * 1.2 : 1; // with room for the numbers

    views::NamedRows named(chart, drawn.size());
    QScatterSeries* marks = named.marks();
    auto* notes = new views::ChartAnnotations(chart, theme);
    std::vector<views::RowBar> bars;
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < drawn.size(); ++i) {
        const experiment::ResultRow& row = (*input.rows)[drawn[i]];
        const double value = *input.value(row);
        views::RowBar& bar = bars.emplace_back();
        bar.y = named.middle(i);
        bar.value = value / scale.size;
        if (const auto interval = input.interval(row))
            bar.interval = {{interval->first / scale.size, interval->second / scale.size}};
        bar.ink = experiment::isFused(row.outcome.choices.configuration) ? theme.after : theme.before;
        const QPointF at(bar.value, bar.y);
        marks->append(at);
        notes->add(views::ChartLabel{marks,
                                     {high, bar.y}, // a column at the right edge: no mark is there
                                     views::numberText(value, input.unit),
                                     theme.text,
                                     Qt::AlignLeft,
                                     false,
                                     {},
                                     true});
        built.targets.push_back({marks, at, input.tip(row), bar.extent()});
        shown.push_back(names[drawn[i]]);
    }
    QAbstractAxis* values =
        views::makeValueAxis(0, high, views::roundedScale(high / 10), scale.title(input.title()));
    named.finish(shown, values, std::move(bars), theme);
    views::styleChart(chart, theme);
    return built;
}

} // namespace

extern const ExperimentChartSpec entry{.name = "experiment-bars",
                                       .title = QT_TRANSLATE_NOOP("Chart", "Cells of the experiment"),
                                       .tab = QT_TRANSLATE_NOOP("Chart", "Cells"),
                                       .emptyText = emptyText,
                                       .build = build};

} // namespace edgewright::workbench::bars_experiment
