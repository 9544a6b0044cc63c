// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_charts.h"

#include "views/int8/charts/layer_grid.h"
#include "views/int8/value/value_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace edgewright::views {

namespace {

struct OutputText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::OutputChart)
};

constexpr double MinErrorShown = 1.5; // steps: the band of one step is within

// Thousands of points about a line, in the units of the axes, which are linear.
struct PointCloud {
    std::vector<QPointF> points, clamped, marked; // the later ones lie above
    double slope = 1;                             // of the line through 0
    double half = 0;                              // height of the band about the line
    QColor ink, clampedInk, markedInk;
};

constexpr double SmallPoint = 2.2, LargePoint = 6;   // pixels
constexpr double FewPoints = 200, ManyPoints = 5000; // points that are drawn large, or small
constexpr double PlacesPerPixel = 2;                 // points in one place are one point

// The fewer there are, the larger.
double pointSize(std::size_t count) {
    const double share =
        std::log(static_cast<double>(count + 1) / FewPoints) / std::log(ManyPoints / FewPoints);
    return LargePoint + std::clamp(share, 0.0, 1.0) * (SmallPoint - LargePoint);
}

// The part of the band about a line that lies in `plot`, as a polygon.
QPolygonF bandIn(const QRectF& plot, QPointF from, QPointF to, double half) {
    const QPolygonF band{
        {from + QPointF(0, half), from - QPointF(0, half), to - QPointF(0, half), to + QPointF(0, half)}};
    return band.intersected(QPolygonF(plot));
}

void paintCloud(QPainter& painter, const ChartLayer& layer, const PointCloud& cloud, const Theme& theme) {
    const QRectF plot = layer.plot();
    // Both axes are linear: two points tell where all others are.
    const QPointF zero = layer.place({0, 0}), unit = layer.place({1, 1}) - zero;
    const auto place = [&](QPointF at) { return zero + QPointF(at.x() * unit.x(), at.y() * unit.y()); };
    const double left = (plot.left() - zero.x()) / unit.x(), right = (plot.right() - zero.x()) / unit.x();
    const QPointF from = place({left, cloud.slope * left}), to = place({right, cloud.slope * right});
    QColor shade = theme.muted;
    shade.setAlphaF(0.22f);
    painter.setPen(Qt::NoPen);
    painter.setBrush(shade);
    painter.drawPolygon(bandIn(plot, from, to, std::abs(cloud.half * unit.y())));
    painter.setBrush(theme.muted);
    painter.drawPolygon(bandIn(plot, from, to, 0.4));

    const double size = pointSize(cloud.points.size() + cloud.clamped.size() + cloud.marked.size());
    const auto draw = [&](const std::vector<QPointF>& values, QColor ink) {
        std::vector<std::pair<int, int>> places;
        places.reserve(values.size());
        for (const QPointF& value : values)
            if (const QPointF at = place(value); plot.contains(at))
                places.emplace_back(static_cast<int>(std::lround(at.x() * PlacesPerPixel)),
                                    static_cast<int>(std::lround(at.y() * PlacesPerPixel)));
        std::ranges::sort(places);
        places.erase(std::unique(places.begin(), places.end()), places.end());
        QPolygonF points;
        for (const auto& [column, row] : places)
            points << QPointF(column / PlacesPerPixel, row / PlacesPerPixel);
        ink.setAlphaF(0.75f);
        painter.setPen(QPen(ink, size, Qt::SolidLine, Qt::RoundCap));
        painter.drawPoints(points);
    };
    draw(cloud.points, cloud.ink);
    draw(cloud.clamped, cloud.clampedInk);
    draw(cloud.marked, cloud.markedInk);
}

PointCloud cloudOf(const pipeline::LayerFacts& facts, OutputAxis axis, std::optional<std::int64_t> marked,
                   const Theme& theme) {
    const pipeline::ComparedTensor& pictures = *facts.layer->output;
    PointCloud cloud;
    cloud.slope = axis == OutputAxis::Int8 ? 1 : 0;
    cloud.half = axis == OutputAxis::Int8 ? facts.points.reach.step : 1;
    cloud.ink = theme.category(ops::Category::Compute);
    cloud.clampedInk = theme.category(ops::Category::Activation);
    cloud.markedInk = theme.accent;
    if (marked) cloud.ink = cloud.clampedInk = theme.line;
    const auto add = [&](std::int64_t element) {
        const double reference = static_cast<double>(pictures.reference(element));
        const double y = axis == OutputAxis::Int8
                             ? static_cast<double>(pictures.dequantized(element))
                             : static_cast<double>(pictures.error(element)) / facts.points.reach.step;
        const bool isMarked = marked && pictures.channelOf(element) == *marked;
        (isMarked                                 ? cloud.marked
         : facts.points.reach.isBeyond(reference) ? cloud.clamped
                                                  : cloud.points)
            .push_back({reference, y});
    };
    std::ranges::for_each(facts.points.elements, add);
    std::ranges::for_each(facts.errors.worst, add);
    return cloud;
}

} // namespace

QString outputAxisTitle(OutputAxis axis) {
    return axis == OutputAxis::Int8 ? OutputText::tr("INT8 output") : OutputText::tr("Error (steps)");
}

QString outputChartTitle(const pipeline::OutputPoints& points) {
    const auto drawn = static_cast<std::int64_t>(points.elements.size());
    const QString text = drawn == points.outputs ? OutputText::tr("All %1 outputs").arg(integerText(drawn))
                                                 : OutputText::tr("%1 of %2 outputs, evenly chosen")
                                                       .arg(integerText(drawn), integerText(points.outputs));
    if (points.clamped == 0) return text + OutputText::tr("; the codes reach all of them");
    return text + OutputText::tr("; %1 of all are clamped")
                      .arg(partText(static_cast<double>(points.clamped) / static_cast<double>(points.outputs),
                                    points.outputs));
}

BuiltChart buildOutputChart(const pipeline::LayerFacts& facts, OutputAxis axis,
                            std::optional<std::int64_t> marked, const Theme& theme) {
    const pipeline::ComparedTensor& pictures = *facts.layer->output;
    const pipeline::OutputPoints& points = facts.points;
    const bool isError = axis == OutputAxis::Error;
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.setTitle(outputChartTitle(points));
    chart.legend()->hide();
    QAbstractSeries* marks = addHiddenPoints(chart);
    const double room = (pictures.high() - pictures.low()) * 0.03;
    const double left = pictures.low() - room, right = pictures.high() + room;
    double low = left, high = right;
    if (isError) {
        const double most =
            facts.errors.worst.empty()
                ? 0
                : std::abs(static_cast<double>(pictures.error(facts.errors.worst.front()))) / points.reach.step;
        high = std::max(most * 1.15, MinErrorShown);
        low = -high;
    }
    QString across =
        OutputText::tr("FP32 output; shaded: within one step, which is %1").arg(significant(points.reach.step));
    if (marked) across += OutputText::tr("; blue: channel %1").arg(*marked);
    QAbstractAxis* x = makeValueAxis(left, right, roundedScale((right - left) / 10), across);
    QAbstractAxis* y = makeValueAxis(low, high, roundedScale((high - low) / 6), outputAxisTitle(axis));
    addAxes(chart, x, y);

    const auto pointOf = [&](std::int64_t element) {
        return QPointF(static_cast<double>(pictures.reference(element)),
                       isError ? static_cast<double>(pictures.error(element)) / points.reach.step
                               : static_cast<double>(pictures.dequantized(element)));
    };
    for (const std::int64_t element : facts.errors.worst)
        built.targets.push_back({marks, pointOf(element),
                                 OutputText::tr("Channel %1").arg(pictures.channelOf(element)) +
                                     QLatin1Char('\n') + elementTip(pictures, element)});
    if (!facts.errors.worst.empty()) {
        const std::int64_t worst = facts.errors.worst.front();
        const double steps = static_cast<double>(pictures.error(worst)) / points.reach.step;
        auto* notes = new ChartAnnotations(chart, theme);
        notes->add(ChartRing{marks, pointOf(worst), theme.text, 5});
        notes->add(ChartLabel{marks, pointOf(worst),
                              OutputText::tr("largest error: %1 steps, channel %2")
                                  .arg(stepsText(steps), QString::number(pictures.channelOf(worst))),
                              theme.text,
                              isError     ? Qt::AlignTop
                              : steps < 0 ? Qt::AlignRight | Qt::AlignBottom
                                          : Qt::AlignLeft | Qt::AlignTop,
                              true});
    }
    new ChartLayer(
        chart, *marks, 50,
        [cloud = cloudOf(facts, axis, marked, theme), &theme](QPainter& painter, const ChartLayer& layer) {
            paintCloud(painter, layer, cloud, theme);
        });
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
