// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/experiments/strategy_scatter.h"

#include "core/pipeline/quantization/strategies/strategy_findings.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QScatterSeries>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct ScatterWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::StrategyScatter)
};

double heightOf(const pipeline::StrategyRow& row, StrategyScale scale) {
    if (scale == StrategyScale::Sqnr) return row.outputSqnrDb();
    return row.change.tops.accuracyInt8().value_or(row.change.tops.agreement()) * 100;
}

QString tipOf(const pipeline::StrategyRow& row) {
    QStringList lines{QString::fromStdString(row.name),
                      ScatterWords::tr("Output SQNR %1").arg(decibelText(row.outputSqnrDb())),
                      ScatterWords::tr("Agreement %1").arg(percentText(row.change.tops.agreement()))};
    if (const auto accuracy = row.change.tops.accuracyInt8())
        lines << ScatterWords::tr("Accuracy %1").arg(percentText(*accuracy));
    lines << ScatterWords::tr("Weights %1").arg(bytesText(row.weightBytesAfter));
    if (row.milliseconds) lines << ScatterWords::tr("● %1").arg(secondsText(*row.milliseconds / 1e3));
    return lines.join(u'\n');
}

// Ends of an axis with room around the values.
std::pair<double, double> spanOf(double low, double high) {
    const double room = std::max((high - low) * 0.12, std::max(std::abs(high), 1e-9) * 0.02);
    return {low - room, high + room};
}

} // namespace

BuiltChart buildStrategyScatter(const pipeline::StrategyComparison& comparison, StrategyScale scale,
                                std::optional<std::size_t> chosen, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const auto& rows = comparison.rows;
    const bool isTimed = std::ranges::all_of(
        rows, [](const pipeline::StrategyRow& row) { return row.milliseconds.has_value(); });
    const auto placeOf = [&](const pipeline::StrategyRow& row) {
        return isTimed ? *row.milliseconds : static_cast<double>(row.weightBytesAfter) / 1024;
    };
    double left = INFINITY, right = -INFINITY, low = INFINITY, high = -INFINITY;
    for (const pipeline::StrategyRow& row : rows) {
        left = std::min(left, placeOf(row));
        right = std::max(right, placeOf(row));
        if (const double height = heightOf(row, scale); std::isfinite(height)) {
            low = std::min(low, height);
            high = std::max(high, height);
        }
    }
    if (!(low <= high)) low = 0, high = 1;
    if (!(left <= right)) left = 0, right = 1;
    const auto [from, to] = spanOf(left, right);
    const auto [bottom, top] = spanOf(low, high);
    const bool hasLabels = !rows.empty() && rows.front().change.tops.accuracyInt8().has_value();
    QAbstractAxis* x =
        makeValueAxis(from, to, roundedScale((to - from) / 6),
                      isTimed ? ScatterWords::tr("● Time here (ms)") : ScatterWords::tr("Weights (KiB)"));
    QAbstractAxis* y = makeValueAxis(bottom, top, roundedScale((top - bottom) / 6),
                                     scale == StrategyScale::Sqnr ? ScatterWords::tr("● Output SQNR (dB)")
                                     : hasLabels                  ? ScatterWords::tr("● Accuracy (%)")
                                                                  : ScatterWords::tr("● Agreement (%)"));
    // Colour by granularity, shape by the codes of activations.
    std::array<QScatterSeries*, 4> kinds{};
    for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
        const bool perChannel = kind < 2, symmetric = kind % 2 == 1;
        auto* points = kinds[kind] = new QScatterSeries;
        points->setName(QString::fromStdString(
            pipeline::weightsName(perChannel ? quant::Granularity::PerChannel : quant::Granularity::PerTensor) +
            ", " + pipeline::activationsName(symmetric)));
        points->setMarkerShape(symmetric ? QScatterSeries::MarkerShapeRectangle
                                         : QScatterSeries::MarkerShapeCircle);
        points->setMarkerSize(symmetric ? 8 : 10);
        points->setColor(perChannel ? theme.after : theme.before);
        points->setBorderColor(theme.surface);
        chart.addSeries(points);
    }
    addAxes(chart, x, y);
    auto* notes = new ChartAnnotations(chart, theme);
    const auto best = pipeline::recommended(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const pipeline::StrategyRow& row = rows[i];
        const std::size_t kind = (row.strategy.weights == quant::Granularity::PerChannel ? 0u : 2u) +
                                 (row.strategy.symmetric ? 1u : 0u);
        const double height = heightOf(row, scale);
        const QPointF at(placeOf(row), std::isfinite(height) ? height : height > 0 ? top : bottom);
        kinds[kind]->append(at);
        built.targets.push_back({kinds[kind], at, tipOf(row)});
        if (best && best->row == i)
            notes->add(
                ChartLabel{kinds[kind], at, QString::fromStdString(row.name), theme.text, Qt::AlignTop, true});
        if (chosen == i) notes->add(ChartRing{kinds[kind], at, theme.accent, 9});
    }
    chart.legend()->setAlignment(Qt::AlignTop);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
