// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/output_chart.h"

#include "views/int8/layer/column_bars.h"
#include "views/int8/layer/histogram_chart.h"
#include "views/int8/layer/point_cloud.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct OutputText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::OutputChart)
};

constexpr double MinErrorShown = 1.5; // steps: the band of one step is within

PointCloud::Cloud cloudOf(const pipeline::LayerFacts& facts, OutputAxis axis,
                          std::optional<std::int64_t> marked, const Theme& theme) {
    const pipeline::ComparedTensor& pictures = *facts.layer->output;
    PointCloud::Cloud cloud;
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
    built.chart = std::make_unique<QChart>();
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
    chart.addAxis(x, Qt::AlignBottom);
    chart.addAxis(y, Qt::AlignLeft);
    marks->attachAxis(x);
    marks->attachAxis(y);

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
    new PointCloud(chart, *marks, cloudOf(facts, axis, marked, theme), theme);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
