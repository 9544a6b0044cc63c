// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_charts.h"

#include "views/int8/layer/column_bars.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_style.h"

#include <QCoreApplication>
#include <QLegend>

#include <algorithm>

namespace edgewright::views {

namespace {

struct BitsChartText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::BitsChart)
};

constexpr double BitsStep = 4;

} // namespace

BuiltChart buildBits(const quant::LayerStudy& study, std::optional<std::int64_t> marked, const Theme& theme) {
    const quant::BitGrowth& growth = study.bitGrowth;
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.setTitle(BitsChartText::tr("Worst case %1, measured %2, of %3 bits")
                       .arg(growth.worstBits)
                       .arg(growth.measuredBits)
                       .arg(study.options.accumulatorBits));
    chart.legend()->hide();
    QAbstractSeries* points = addHiddenPoints(chart);
    const double right = static_cast<double>(growth.channelBits.size()) - 0.5;
    const int most = std::max({growth.worstBits, growth.measuredBits, study.options.accumulatorBits});
    QAbstractAxis* x = makeValueAxis(-0.5, right, indexStep(growth.channelBits.size()),
                                     BitsChartText::tr("Output channel; dashed: measured"));
    QAbstractAxis* y = makeValueAxis(0, most + BitsStep, BitsStep, BitsChartText::tr("Bits, worst case"));
    std::vector<ColumnBar> bars;
    for (std::size_t i = 0; i < growth.channelBits.size(); ++i) {
        const int bits = growth.channelBits[i];
        const bool isTooWide = bits > study.options.accumulatorBits;
        const bool isMarked = marked && static_cast<std::size_t>(*marked) == i;
        bars.push_back(channelBar(i, 0, bits,
                                  isMarked    ? theme.accent
                                  : isTooWide ? theme.category(ops::Category::Activation)
                                              : theme.category(ops::Category::Quantization)));
        built.targets.push_back({points,
                                 {static_cast<double>(i), static_cast<double>(bits)},
                                 BitsChartText::tr("Channel %1\nworst case %2 bits").arg(i).arg(bits),
                                 bars.back().extent()});
    }
    addColumnBars(chart, *points, std::move(bars));
    const auto line = [&](double bits, Qt::PenStyle style) {
        return addLine(chart, QPen(theme.text, 1.2, style), {{-0.5, bits}, {right, bits}});
    };
    line(study.options.accumulatorBits, Qt::SolidLine);
    QAbstractSeries* level = line(growth.measuredBits, Qt::DashLine);
    addAxes(chart, x, y);
    if (marked && static_cast<std::size_t>(*marked) < built.targets.size()) {
        const ChartTarget& target = built.targets[static_cast<std::size_t>(*marked)];
        auto* notes = new ChartAnnotations(chart, theme);
        for (const ChartTarget& each : built.targets)
            notes->add(ChartBar{points, each.at.x() - 0.4, each.at.x() + 0.4, each.at.y()}); // as channelBar()
        // As a label of a line it moves above the bars that it would lie on.
        notes->add(ChartLabel{
            level, target.at,
            BitsChartText::tr("channel %1: %2 bits").arg(*marked).arg(static_cast<int>(target.at.y())),
            theme.accent, Qt::AlignTop, true});
    }
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
