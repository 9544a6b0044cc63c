// SPDX-License-Identifier: GPL-3.0-or-later
// A line over the input sizes for each combination of the other choices, with intervals.
#include "app/workbench/study/charts/experiment_charts.h"
#include "views/support/quantity.h"

#include <QCategoryAxis>
#include <QLegend>

#include <algorithm>
#include <map>

namespace edgewright::workbench::size_lines_experiment {

namespace {

struct SizeLinesText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::SizeLines)
};

// In the order of the experiment.
std::vector<std::string> sizesOf(const experiment::ResultRows& rows) {
    std::vector<std::string> sizes;
    for (const experiment::ResultRow& row : rows)
        if (std::ranges::find(sizes, row.outcome.choices.size) == sizes.end())
            sizes.push_back(row.outcome.choices.size);
    return sizes;
}

QString emptyText(const ExperimentChartInput& input) {
    if (sizesOf(*input.rows).size() < 2)
        return SizeLinesText::tr("This experiment has one input size; with several there is a line over them.");
    return input.hasValues() ? QString() : SizeLinesText::tr("No cell has this number.");
}

// The rows without their sizes, and the name of each line.
struct LineOf {
    experiment::ResultRows rows;
    std::vector<std::string> names;

    explicit LineOf(const experiment::ResultRows& all) : rows(all) {
        for (experiment::ResultRow& each : rows)
            each.outcome.choices.size.clear();
        names = experiment::tellingNames(rows);
    }
};

QAbstractAxis* sizeAxis(const std::vector<std::string>& sizes) {
    auto* axis = new QCategoryAxis;
    axis->setRange(0, static_cast<double>(sizes.size()));
    axis->setStartValue(0);
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionCenter);
    for (std::size_t i = 0; i < sizes.size(); ++i)
        axis->append(sizes[i].empty() ? SizeLinesText::tr("as is")
                                      : views::chartWords(QString::fromStdString(sizes[i])),
                     static_cast<double>(i + 1));
    axis->setTitleText(SizeLinesText::tr("Input size"));
    return axis;
}

struct LineSeries {
    QLineSeries* line = nullptr;
    QScatterSeries* marks = nullptr;
    QColor ink;
};

// Fused is warm, an arena dashed; integers are triangles.
LineSeries addLineOf(QChart& chart, const experiment::Choices& choices, const std::string& name,
                     const views::Theme& theme) {
    LineSeries made;
    made.ink = experiment::isFused(choices.configuration) ? theme.after : theme.before;
    const bool isFloat = choices.codes == experiment::Codes().key,
               reuses = experiment::isReusing(choices.configuration);
    made.line = views::addLine(chart, QPen(made.ink, 1.5,
                                           !isFloat ? Qt::DotLine
                                           : reuses ? Qt::DashLine
                                                    : Qt::SolidLine));
    made.marks = views::addMarks(chart,
                                 !isFloat ? QScatterSeries::MarkerShapeTriangle
                                 : reuses ? QScatterSeries::MarkerShapeRectangle
                                          : QScatterSeries::MarkerShapeCircle,
                                 8, made.ink, theme.surface, QString::fromStdString(name));
    return made;
}

views::BuiltChart build(const ExperimentChartInput& input, const views::Theme& theme) {
    views::BuiltChart built;
    QChart& chart = *built.chart;
    const std::vector<std::string> sizes = sizesOf(*input.rows);
    const LineOf lines(*input.rows);
    double high = 0;
    for (const experiment::ResultRow& row : *input.rows) {
        const auto interval = input.interval(row);
        high = std::max({high, input.value(row).value_or(0), interval ? interval->second : 0});
    }
    const ExperimentScale scale(high, input.unit);
    high = high > 0 ? high / scale.size * 1.08 : 1;
    std::map<std::string, LineSeries> known; // by name
    for (std::size_t i = 0; i < input.rows->size(); ++i) {
        const experiment::ResultRow& row = (*input.rows)[i];
        const auto value = input.value(row);
        if (!value) continue;
        LineSeries& series = known[lines.names[i]];
        if (!series.line) series = addLineOf(chart, row.outcome.choices, lines.names[i], theme);
        const auto place = std::ranges::find(sizes, row.outcome.choices.size) - sizes.begin();
        const QPointF at(static_cast<double>(place) + 0.5, *value / scale.size);
        series.line->append(at);
        series.marks->append(at);
        if (const auto ends = input.interval(row))
            views::addLine(chart, QPen(series.ink, 1),
                           {{at.x(), ends->first / scale.size}, {at.x(), ends->second / scale.size}});
        built.targets.push_back({series.marks, at, input.tip(row)});
    }
    views::addAxes(chart, sizeAxis(sizes),
                   views::makeValueAxis(0, high, views::roundedScale(high / 8), scale.title(input.title())));
    chart.legend()->setAlignment(Qt::AlignTop);
    views::styleChart(chart, theme);
    return built;
}

} // namespace

extern const ExperimentChartSpec entry{.name = "experiment-sizes",
                                       .title = QT_TRANSLATE_NOOP("Chart", "The experiment over input sizes"),
                                       .tab = QT_TRANSLATE_NOOP("Chart", "Over sizes"),
                                       .emptyText = emptyText,
                                       .build = build};

} // namespace edgewright::workbench::size_lines_experiment
