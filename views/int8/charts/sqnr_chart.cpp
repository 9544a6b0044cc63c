// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/charts/sqnr_chart.h"

#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QBarSeries>
#include <QBarSet>
#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct SqnrChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::SqnrChart)
};

} // namespace

namespace {

QString noChannels(const ChartInput& input) {
    return input.analysis.int8->channelSqnrDb.empty() ? SqnrChartText::tr("This layer has no output.")
                                                      : QString();
}

BuiltChart buildSqnr(const ChartInput& input, const Theme& theme) {
    const quant::LayerStudy& study = *input.analysis.int8;
    const std::optional<std::int64_t> selected = input.marked;
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.setTitle(
        SqnrChartText::tr("SQNR per output channel; dashed: the layer, %1").arg(decibelText(study.sqnrDb)));
    chart.legend()->hide();
    const std::vector<double>& values = study.channelSqnrDb;
    double low = 0, high = 1;
    for (const double value : values)
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    const double step = roundedScale((high - low) / 5);
    high = std::ceil(high / step + 0.25) * step;
    low = std::floor(low / step) * step;

    auto* set = new QBarSet(SqnrChartText::tr("SQNR"));
    set->setColor(theme.category(ops::Category::Quantization));
    set->setBorderColor(values.size() > 150 ? theme.category(ops::Category::Quantization) : theme.surface);
    for (const double value : values)
        set->append(std::isfinite(value) ? value : value > 0 ? high : low);
    auto* bars = new QBarSeries;
    bars->setBarWidth(values.size() > 150 ? 1.0 : 0.8);
    bars->append(set);
    chart.addSeries(bars);
    const double right = static_cast<double>(values.size()) - 0.5;
    QAbstractSeries* places = addHiddenPoints(chart);                      // of the bars
    QLineSeries* mean = addLine(chart, QPen(theme.text, 1, Qt::DashLine)); // the whole layer
    if (std::isfinite(study.sqnrDb)) mean->append({{-0.5, study.sqnrDb}, {right, study.sqnrDb}});

    QAbstractAxis* x =
        makeValueAxis(-0.5, right, indexStep(values.size()), SqnrChartText::tr("Output channel"));
    QAbstractAxis* y = makeValueAxis(low, high, step, SqnrChartText::tr("SQNR (dB)"));
    addAxes(chart, x, y);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const QPointF at(static_cast<double>(i), std::isfinite(values[i]) ? values[i]
                                                 : values[i] > 0          ? high
                                                                          : low);
        built.targets.push_back(
            {mean, at, SqnrChartText::tr("Channel %1").arg(i) + QLatin1Char('\n') + decibelText(values[i])});
    }
    auto* notes = new ChartAnnotations(chart, theme);
    if (selected && *selected >= 0 && static_cast<std::size_t>(*selected) < values.size()) {
        const ChartTarget& target = built.targets[static_cast<std::size_t>(*selected)];
        notes->add(ChartRing{mean, target.at, theme.accent, 6});
        const double half = bars->barWidth() / 2;
        for (const ChartTarget& each : built.targets)
            notes->add(ChartBar{places, each.at.x() - half, each.at.x() + half, each.at.y()});
        notes->add(ChartLabel{mean, target.at,
                              SqnrChartText::tr("channel %1: %2")
                                  .arg(*selected)
                                  .arg(decibelText(values[static_cast<std::size_t>(*selected)])),
                              theme.accent, Qt::AlignTop, true});
    }
    styleChart(chart, theme);
    return built;
}

} // namespace

const ChartSpec sqnr_chart{
    .name = "int8-sqnr",
    .title = QT_TRANSLATE_NOOP("Chart", "SQNR per output channel"),
    .stage = "int8",
    .invitation = QT_TRANSLATE_NOOP("Chart", "Open a model to compare its layers in INT8 and FP32."),
    .paper = {658, 280},
    .pickByColumn = true,
    .emptyStateText = noChannels,
    .build = buildSqnr};

} // namespace edgewright::views
