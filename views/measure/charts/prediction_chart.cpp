// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/prediction_chart.h"

#include "views/measure/charts/time_unit.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/row_bars.h"
#include "views/support/quantity.h"
#include "views/support/short_name.h"

#include <QCoreApplication>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QScatterSeries>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct PredictionText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Prediction)
};

QString predictionTip(const device::OperatorRow& row) {
    QStringList lines{
        QStringLiteral("%1 (%2)").arg(QString::fromStdString(row.name), QString::fromStdString(row.op)),
        PredictionText::tr("● %1, %2 of the time").arg(secondsText(row.seconds), percentText(row.share))};
    if (row.predicted > 0)
        lines << PredictionText::tr("≈ predicted %1: %2 × as long")
                     .arg(secondsText(row.predicted), significant(row.predicted / row.seconds));
    return lines.join(u'\n');
}

} // namespace

BuiltChart buildPrediction(const std::vector<device::OperatorRow>& rows, int selected, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const auto isShown = [](const device::OperatorRow& row) { return row.seconds > 0 && row.predicted > 0; };
    double low = INFINITY, high = 0;
    for (const device::OperatorRow& row : rows)
        if (isShown(row)) {
            low = std::min({low, row.seconds, row.predicted});
            high = std::max({high, row.seconds, row.predicted});
        }
    if (high <= 0) low = 1e-6, high = 1e-3;
    low *= 1e6 / 1.6;
    high *= 1e6 * 1.6;
    QAbstractAxis* x = makeLogAxis(low, high, PredictionText::tr("Measured (µs)"));
    QAbstractAxis* y = makeLogAxis(low, high, PredictionText::tr("Predicted (µs)"));
    auto* notes = new ChartAnnotations(chart, theme);
    for (const double factor : {0.5, 1.0, 2.0}) {
        auto* line = new QLineSeries;
        line->append(std::max(low, low / factor), std::max(low, low * factor));
        line->append(std::min(high, high / factor), std::min(high, high * factor));
        line->setPen(QPen(factor == 1 ? theme.text : theme.muted, factor == 1 ? 1.4 : 1,
                          factor == 1 ? Qt::SolidLine : Qt::DotLine));
        chart.addSeries(line);
        for (QLegendMarker* marker : chart.legend()->markers(line))
            marker->setVisible(false);
        const double at = std::sqrt(low * high) * 4;
        if (factor != 1 && at * std::max(factor, 1.0) < high)
            notes->add(ChartLabel{line,
                                  {at, at * factor},
                                  factor < 1 ? PredictionText::tr("half") : PredictionText::tr("twice"),
                                  theme.muted,
                                  factor < 1 ? Qt::AlignRight : Qt::AlignLeft});
    }
    std::array<QScatterSeries*, 2> kinds{};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        auto* points = kinds[kind] = new QScatterSeries;
        points->setName(kind == 0 ? PredictionText::tr("with MACs") : PredictionText::tr("without"));
        points->setMarkerShape(kind == 0 ? QScatterSeries::MarkerShapeCircle
                                         : QScatterSeries::MarkerShapeRectangle);
        points->setMarkerSize(kind == 0 ? 8 : 6);
        points->setColor(theme.category(kind == 0 ? ops::Category::Compute : ops::Category::ElementWise));
        points->setBorderColor(theme.surface);
        chart.addSeries(points);
    }
    addAxes(chart, x, y);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const device::OperatorRow& row = rows[i];
        QScatterSeries* series = kinds[row.macs > 0 ? 0 : 1];
        // Far outside of the picture, where no click finds it.
        const QPointF at =
            isShown(row) ? QPointF(row.seconds * 1e6, row.predicted * 1e6) : QPointF(low / 1e6, low / 1e6);
        built.targets.push_back({series, at, predictionTip(row)});
        if (!isShown(row)) continue;
        series->append(at);
        if (static_cast<int>(i) == selected) notes->add(ChartRing{series, at, theme.accent, 9});
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

BuiltChart buildPredictionBars(const std::vector<device::OperatorRow>& rows, int selected, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();
    const std::size_t count = std::min(rows.size(), MaxPredictionBars);
    double high = 0;
    for (std::size_t i = 0; i < count; ++i)
        high = std::max({high, rows[i].seconds, rows[i].predicted});
    if (high <= 0) high = 1e-3;
    const TimeUnit unit = timeUnit(high);
    high *= unit.perSecond * 1.05;
    NamedRows named(chart, count);
    QScatterSeries* marks = named.marks();
    auto* notes = new ChartAnnotations(chart, theme);
    std::vector<RowBar> bars;
    QStringList names;
    for (std::size_t i = 0; i < count; ++i) {
        const device::OperatorRow& row = rows[i];
        names << shortName(QString::fromStdString(row.name), 22);
        RowBar bar;
        bar.y = named.middle(i);
        bar.value = row.seconds * unit.perSecond;
        if (row.predicted > 0) bar.beside = row.predicted * unit.perSecond;
        bar.ink = theme.category(row.macs > 0 ? ops::Category::Compute : ops::Category::ElementWise);
        marks->append(bar.value, bar.y);
        built.targets.push_back({marks, {bar.value, bar.y}, predictionTip(row)});
        if (static_cast<int>(i) == selected) notes->add(ChartRing{marks, {bar.value, bar.y}, theme.accent, 8});
        bars.push_back(bar);
    }
    QAbstractAxis* x = makeValueAxis(0, high, roundedScale(high / 6),
                                     PredictionText::tr("Time (%1): ▬ measured, ◇ predicted").arg(unit.name));
    named.finish(names, x, std::move(bars), theme);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
