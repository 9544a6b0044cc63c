// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/accumulator_chart.h"

#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <set>

namespace edgewright::views {

namespace {

struct AccumulatorWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::AccumulatorChart)
};

QString accumulatorTip(const pipeline::AccumulatorRow& row) {
    const QString mode = row.accumulator.overflow == quant::Overflow::Saturate
                             ? AccumulatorWords::tr("saturating")
                             : AccumulatorWords::tr("wrapping");
    QStringList lines{AccumulatorWords::tr("%1 bits, %2").arg(row.accumulator.bits).arg(mode),
                      AccumulatorWords::tr("Output SQNR %1").arg(decibelText(row.outputSqnrDb())),
                      AccumulatorWords::tr("%1 overflows in %2 layers")
                          .arg(integerText(row.overflows))
                          .arg(row.overflowing.size()),
                      AccumulatorWords::tr("Agreement %1").arg(percentText(row.model.counts.agreement()))};
    if (const auto accuracy = row.model.counts.accuracyInt8())
        lines << AccumulatorWords::tr("Accuracy %1").arg(percentText(*accuracy));
    return lines.join(u'\n');
}

} // namespace

BuiltChart buildAccumulators(const pipeline::AccumulatorExperiment& experiment, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    std::set<int, std::greater<>> widths;
    double low = INFINITY, high = -INFINITY;
    for (const pipeline::AccumulatorRow& row : experiment.rows) {
        widths.insert(row.accumulator.bits);
        if (const double sqnr = row.outputSqnrDb(); std::isfinite(sqnr)) {
            low = std::min(low, sqnr);
            high = std::max(high, sqnr);
        }
    }
    if (!(low <= high)) low = 0, high = 1;
    low = std::min(low, 0.0);
    const double room = std::max(high - low, 1.0) * 0.15;
    const auto placeOf = [&](int bits) {
        return static_cast<double>(std::distance(widths.begin(), widths.find(bits))) + 0.5;
    };
    auto* x = new QCategoryAxis;
    x->setRange(0, static_cast<double>(widths.size()));
    x->setStartValue(0);
    x->setLabelsPosition(QCategoryAxis::AxisLabelsPositionCenter);
    for (const int bits : widths)
        x->append(QString::number(bits), placeOf(bits) + 0.5);
    x->setTitleText(AccumulatorWords::tr("Accumulator (bits); beside the points: agreement with float32"));
    QAbstractAxis* y = makeValueAxis(low - room, high + room, roundedScale((high - low + 2 * room) / 6),
                                     AccumulatorWords::tr("● Output SQNR (dB)"));
    auto* notes = new ChartAnnotations(chart, theme);
    std::array<QScatterSeries*, 2> points{};
    std::array<QLineSeries*, 2> lines{};
    const std::array<quant::Overflow, 2> modes{quant::Overflow::Saturate, quant::Overflow::Wrap};
    for (std::size_t mode = 0; mode < modes.size(); ++mode) {
        const QColor ink = mode == 0 ? theme.before : theme.after;
        auto* line = lines[mode] = new QLineSeries;
        line->setPen(QPen(ink, 1.6, mode == 0 ? Qt::SolidLine : Qt::DashLine));
        auto* dots = points[mode] = new QScatterSeries;
        dots->setName(mode == 0 ? AccumulatorWords::tr("saturating") : AccumulatorWords::tr("wrapping"));
        dots->setMarkerShape(mode == 0 ? QScatterSeries::MarkerShapeCircle
                                       : QScatterSeries::MarkerShapeRectangle);
        dots->setMarkerSize(9);
        dots->setColor(ink);
        dots->setBorderColor(theme.surface);
        chart.addSeries(line);
        chart.addSeries(dots);
        for (QLegendMarker* marker : chart.legend()->markers(line))
            marker->setVisible(false);
    }
    addAxes(chart, x, y);
    for (const pipeline::AccumulatorRow& row : experiment.rows) {
        const std::size_t mode = row.accumulator.overflow == quant::Overflow::Saturate ? 0 : 1;
        const double sqnr = row.outputSqnrDb();
        const double shift = mode == 0 ? -0.08 : 0.08; // so that equal points are seen
        const QPointF at(placeOf(row.accumulator.bits) + shift, std::isfinite(sqnr) ? sqnr
                                                                : sqnr > 0          ? high
                                                                                    : low);
        lines[mode]->append(at);
        points[mode]->append(at);
        built.targets.push_back({points[mode], at, accumulatorTip(row)});
        const bool isEqual = row.overflows == 0;
        if (mode == 0 || !isEqual)
            notes->add(ChartLabel{points[mode], at, percentText(row.model.counts.agreement()),
                                  mode == 0 ? theme.before : theme.after,
                                  mode == 0 ? Qt::AlignTop : Qt::AlignBottom});
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
