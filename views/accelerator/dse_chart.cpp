// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/dse_chart.h"

#include "views/accelerator/cost_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QScatterSeries>

#include <algorithm>
#include <cmath>
#include <map>

namespace edgewright::views {

namespace {

struct DseChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::DseChart)
};

struct Look {
    QColor color;
    QScatterSeries::MarkerShape shape;
};

Look lookOf(cost::Dataflow dataflow, const Theme& theme) {
    switch (dataflow) {
    case cost::Dataflow::WeightStationary:
        return {theme.category(ops::Category::Activation), QScatterSeries::MarkerShapeRectangle};
    case cost::Dataflow::InputStationary:
        return {theme.category(ops::Category::Normalisation), QScatterSeries::MarkerShapeTriangle};
    case cost::Dataflow::OutputStationary:
        break;
    }
    return {theme.category(ops::Category::Compute), QScatterSeries::MarkerShapeCircle};
}

QString code(cost::Dataflow dataflow) {
    const std::string_view name = cost::dataflowName(dataflow);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size())).toUpper();
}

QString noPoints(const ChartInput& input) {
    return input.analysis.explored->points.empty()
               ? DseChartText::tr("This model has no operator with a known shape.")
               : QString();
}

void applyDesignPoint(std::size_t target, const ChartInput& input, ViewContext& context) {
    const pipeline::Explored& explored = *input.analysis.explored;
    if (target >= explored.points.size()) return;
    context.settings.change(DseChartText::tr("Design point"), [&](pipeline::Settings& s) {
        s.accelerator = explored.space.at(explored.points[target].index);
    });
}

BuiltChart buildDse(const ChartInput& input, const Theme& theme) {
    const pipeline::Explored& explored = *input.analysis.explored;
    const std::vector<cost::DesignPoint>& points = explored.points;
    const cost::Accelerator& current = input.settings.accelerator;
    BuiltChart built;
    built.chart = std::make_unique<QChart>();
    QChart& chart = *built.chart;
    chart.setTitle(DseChartText::tr("Array size and dataflow"));
    const auto byCycles = [](const cost::DesignPoint& a, const cost::DesignPoint& b) {
        return a.cycles != b.cycles ? a.cycles < b.cycles : a.area < b.area;
    };
    const auto best = std::ranges::min_element(points, byCycles);
    const double most = std::ranges::max_element(points, byCycles)->cycles;
    const double least = std::max(1.0, best->cycles);
    const CyclesUnit unit = cyclesUnit(std::sqrt(least * most));

    std::map<cost::Dataflow, QLineSeries*> lines;
    std::map<cost::Dataflow, QScatterSeries*> marks;
    double smallest = 1e9, largest = 1;
    for (const cost::DesignPoint& point : points) {
        const cost::Accelerator array = explored.space.at(point.index);
        const Look look = lookOf(array.dataflow, theme);
        if (!lines.contains(array.dataflow)) {
            auto* line = new QLineSeries;
            line->setPen(QPen(look.color, 1.5));
            auto* scatter = new QScatterSeries;
            scatter->setMarkerShape(look.shape);
            scatter->setMarkerSize(look.shape == QScatterSeries::MarkerShapeTriangle ? 11 : 9);
            scatter->setColor(look.color);
            scatter->setBorderColor(theme.surface);
            chart.addSeries(line);
            chart.addSeries(scatter);
            lines[array.dataflow] = line;
            marks[array.dataflow] = scatter;
        }
        const double side = std::sqrt(static_cast<double>(array.rows * array.cols));
        const QPointF at(side, std::max(1.0, point.cycles) / unit.size);
        lines[array.dataflow]->append(at);
        marks[array.dataflow]->append(at);
        smallest = std::min(smallest, side);
        largest = std::max(largest, side);
        built.targets.push_back({marks[array.dataflow], at,
                                 DseChartText::tr("%1 × %2, %3")
                                         .arg(array.rows)
                                         .arg(array.cols)
                                         .arg(dataflowTitle(array.dataflow)) +
                                     QLatin1Char('\n') + cyclesText(static_cast<std::int64_t>(point.cycles)) +
                                     QLatin1Char('\n') +
                                     DseChartText::tr("Utilisation %1").arg(percentText(point.utilization)) +
                                     QLatin1Char('\n') + DseChartText::tr("Click to use this array")});
    }
    auto* x = new QLogValueAxis;
    x->setBase(2);
    x->setRange(smallest / 1.25, largest * 3.4); // room for the names of the lines
    x->setLabelFormat(QStringLiteral("%g"));
    x->setTitleText(DseChartText::tr("Array rows = columns"));
    QAbstractAxis* y = makeLogAxis(least / unit.size / 1.6, most / unit.size * 1.6,
                                   unit.title(DseChartText::tr("Cycles (%1 cycles)")));
    chart.addAxis(x, Qt::AlignBottom);
    chart.addAxis(y, Qt::AlignLeft);
    for (QAbstractSeries* series : chart.series()) {
        series->attachAxis(x);
        series->attachAxis(y);
    }
    chart.legend()->hide(); // the lines carry their names

    auto* notes = new ChartAnnotations(chart, theme);
    for (const auto& [dataflow, line] : lines)
        if (line->count() > 0)
            notes->add(ChartLabel{line, line->at(line->count() - 1), dataflowTitle(dataflow),
                                  lookOf(dataflow, theme).color, Qt::AlignRight, true, code(dataflow)});
    for (std::size_t i = 0; i < points.size(); ++i) {
        const cost::DesignPoint& point = points[i];
        const cost::Accelerator array = explored.space.at(point.index);
        const ChartTarget& target = built.targets[i];
        if (array.rows == current.rows && array.cols == current.cols && array.dataflow == current.dataflow)
            notes->add(ChartRing{target.series, target.at, theme.accent});
        if (&point == &*best)
            notes->add(ChartLabel{target.series, target.at,
                                  DseChartText::tr("fastest: %1 × %2, %3")
                                      .arg(array.rows)
                                      .arg(array.cols)
                                      .arg(cyclesText(static_cast<std::int64_t>(point.cycles))),
                                  theme.text, Qt::AlignBottom | Qt::AlignLeft});
    }
    styleChart(chart, theme);
    return built;
}

} // namespace

const ChartSpec dse_chart{.name = "dse",
                          .title = QT_TRANSLATE_NOOP("Chart", "Array size and dataflow"),
                          .stage = "explore",
                          .invitation = QT_TRANSLATE_NOOP("Chart", "Open a model to compare arrays."),
                          .showsSettings = true,
                          .emptyStateText = noPoints,
                          .build = buildDse,
                          .choose = applyDesignPoint};

} // namespace edgewright::views
