// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_charts.h"

#include "views/int8/layer/column_bars.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct ScalesText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::ScalesChart)
};

constexpr double HalfCode = 0.5; // a code is as wide as a step

QString channelTip(const pipeline::ChannelScales& scales, std::size_t channel) {
    const pipeline::ChannelScale& one = scales.channels[channel];
    QStringList lines{ScalesText::tr("Channel %1").arg(channel),
                      ScalesText::tr("weights %1 … %2")
                          .arg(significant(static_cast<double>(one.range.low)),
                               significant(static_cast<double>(one.range.high)))};
    lines << (one.scale > 0 ? ScalesText::tr("own scale %1, %2 of the median")
                                  .arg(significant(one.scale), ratioText(scales.ratio(channel), 1))
                            : ScalesText::tr("all weights are 0"));
    lines << ScalesText::tr("codes %1 to %2").arg(integerText(one.lowest), integerText(one.highest));
    return lines.join(u'\n');
}

// Which channels there are, and what the lines mean.
QString scaleAxisText(const pipeline::ChannelScales& scales) {
    if (scales.perChannel)
        return ScalesText::tr("Output channel; dashed: one scale for all, %1; dotted: the median, %2")
            .arg(significant(scales.whole), significant(scales.median));
    return ScalesText::tr("Output channel; one scale for all, %1; dashed: codes %2 and %3")
        .arg(significant(scales.whole), integerText(scales.codes.lowest), integerText(scales.codes.highest));
}

} // namespace

QString scalesTitle(const pipeline::ChannelScales& scales) {
    if (scales.median <= 0) return ScalesText::tr("All weights are 0");
    if (scales.channels.size() < 2)
        return ScalesText::tr("One channel, scale %1").arg(significant(scales.median));
    const QString wide = ScalesText::tr("Channel %1 is %2 wider than the median channel")
                             .arg(QString::number(scales.widest), ratioText(scales.ratio(scales.widest), 1));
    if (scales.perChannel) return wide;
    const auto fewest = std::ranges::min_element(scales.channels, {},
                                                 [](const pipeline::ChannelScale& one) { return one.codes(); });
    return wide + ScalesText::tr("; channel %1 uses %2 of %3 codes")
                      .arg(fewest - scales.channels.begin())
                      .arg(fewest->codes())
                      .arg(scales.codes.highest - scales.codes.lowest + 1);
}

BuiltChart buildScales(const pipeline::ChannelScales& scales, std::optional<std::int64_t> marked,
                       const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.setTitle(scalesTitle(scales));
    chart.legend()->hide();
    QAbstractSeries* points = addHiddenPoints(chart);
    const double right = static_cast<double>(scales.channels.size()) - 0.5;
    double low = 0, high = scales.whole;
    for (const pipeline::ChannelScale& one : scales.channels)
        high = std::max(high, one.scale);
    if (!scales.perChannel) {
        low = scales.codes.lowest - HalfCode;
        high = scales.codes.highest + HalfCode;
    }
    if (high <= low) high = low + 1;
    const double room = (high - low) * 0.12; // for what stands above
    QAbstractAxis* x = makeValueAxis(-0.5, right, indexStep(scales.channels.size()), scaleAxisText(scales));
    QAbstractAxis* y = makeValueAxis(
        scales.perChannel ? low : low - room / 2, high + room,
        scales.perChannel ? roundedScale((high - low) / 5) : std::exp2(std::ceil(std::log2((high - low) / 8))),
        scales.perChannel ? ScalesText::tr("Scale of the weights") : ScalesText::tr("Codes of the weights"));
    std::vector<ColumnBar> bars;
    for (std::size_t i = 0; i < scales.channels.size(); ++i) {
        const pipeline::ChannelScale& one = scales.channels[i];
        const bool isMarked = marked && static_cast<std::size_t>(*marked) == i;
        const QColor ink = isMarked ? theme.accent : theme.category(ops::Category::Quantization);
        bars.push_back(scales.perChannel ? channelBar(i, 0, one.scale, ink)
                                         : channelBar(i, one.lowest - HalfCode, one.highest + HalfCode, ink));
        built.targets.push_back(
            {points,
             {static_cast<double>(i), scales.perChannel ? one.scale : static_cast<double>(one.highest)},
             channelTip(scales, i),
             bars.back().extent()});
    }
    addColumnBars(chart, *points, std::move(bars));
    auto* notes = new ChartAnnotations(chart, theme);
    for (const ChartTarget& each : built.targets)
        notes->add(ChartBar{points, each.at.x() - 0.4, each.at.x() + 0.4, each.at.y()}); // as channelBar()
    QAbstractSeries* level = nullptr; // the label of a channel moves above the bars that it would lie on
    if (scales.perChannel) {
        level =
            addLine(chart, QPen(theme.text, 1, Qt::DashLine), {{-0.5, scales.whole}, {right, scales.whole}});
        addLine(chart, QPen(theme.text, 1, Qt::DotLine), {{-0.5, scales.median}, {right, scales.median}});
    } else {
        for (const double end : {low, high})
            level = addLine(chart, QPen(theme.text, 1, Qt::DashLine), {{-0.5, end}, {right, end}});
    }
    addAxes(chart, x, y);
    if (marked && static_cast<std::size_t>(*marked) < built.targets.size()) {
        const auto channel = static_cast<std::size_t>(*marked);
        const pipeline::ChannelScale& one = scales.channels[channel];
        const QString text = scales.perChannel
                                 ? ScalesText::tr("channel %1: %2, %3 of the median")
                                       .arg(QString::number(channel), significant(one.scale),
                                            ratioText(scales.ratio(channel), 1))
                                 : ScalesText::tr("channel %1: %2 codes").arg(channel).arg(one.codes());
        notes->add(ChartLabel{level, built.targets[channel].at, text, theme.accent, Qt::AlignTop, true});
    }
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
