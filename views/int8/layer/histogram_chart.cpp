// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/layer/layer_charts.h"

#include "core/quant/calibration/range_method.h"
#include "views/int8/layer/code_marks.h"
#include "views/int8/layer/column_bars.h"
#include "views/support/chart/chart_style.h"
#include "views/support/field/field_text.h"
#include "views/support/quantity.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct HistogramText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::HistogramChart)
};

constexpr double OneValue = -0.3;                           // where a bin of one value begins, in powers of ten
constexpr double RoomForCodes = 0.14;                       // of the height, below the bars
constexpr double RoomForMethods = 0.4, RoomForRange = 0.12; // above them

QString valueRangeText(quant::Range range) {
    return HistogramText::tr("%1 … %2").arg(significant(static_cast<double>(range.low)),
                                            significant(static_cast<double>(range.high)));
}

QString valuesFrom(const pipeline::ValueHistogram& histogram) {
    if (histogram.tensor == pipeline::LayerTensor::Weights)
        return histogram.channel ? HistogramText::tr("Weight of channel %1").arg(*histogram.channel)
                                 : HistogramText::tr("Weight");
    const bool isInput = histogram.tensor == pipeline::LayerTensor::Input;
    if (histogram.samples == 0)
        return isInput ? HistogramText::tr("Input, on this sample")
                       : HistogramText::tr("Output, on this sample");
    if (histogram.samples == 1)
        return isInput ? HistogramText::tr("Input, over 1 sample") : HistogramText::tr("Output, over 1 sample");
    return (isInput ? HistogramText::tr("Input, over %1 samples")
                    : HistogramText::tr("Output, over %1 samples"))
        .arg(histogram.samples);
}

QString codeGridText(const pipeline::ValueHistogram& histogram) {
    if (!histogram.params)
        return HistogramText::tr("each channel has a scale of its own: choose one to see its codes");
    return HistogramText::tr("codes %1 to %2 below the axis, scale %3, zero point %4")
        .arg(integerText(histogram.codes.lowest), integerText(histogram.codes.highest),
             significant(static_cast<double>(histogram.params->scale)),
             integerText(histogram.params->zeroPoint));
}

// "1", "10", "100", "1 k", ...
QString powerText(int power) {
    static constexpr std::array Prefixes{"", " k", " M", " G", " T", " P", " E"};
    const auto thousands = std::min(static_cast<std::size_t>(power / 3), Prefixes.size() - 1);
    const int rest = power - 3 * static_cast<int>(thousands);
    return QLatin1Char('1') + QString(rest, QLatin1Char('0')) + QLatin1StringView(Prefixes[thousands]);
}

QCategoryAxis* countAxis(double low, double high, double most) {
    auto* axis = new QCategoryAxis;
    axis->setRange(low, high);
    axis->setStartValue(low);
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
    if (most < 1) // no power of ten but the first
        for (const int count : {1, 2, 5})
            if (std::log10(count) <= most) axis->append(QString::number(count), std::log10(count));
    for (int power = 0; most >= 1 && power <= static_cast<int>(std::floor(most)); ++power)
        axis->append(powerText(power), power);
    axis->setTitleText(HistogramText::tr("Values"));
    return axis;
}

// Of what is shown: all values and all ranges.
std::pair<double, double> shownReach(const pipeline::ValueHistogram& histogram) {
    double low = std::min(static_cast<double>(histogram.seen.low), static_cast<double>(histogram.range.low));
    double high = std::max(static_cast<double>(histogram.seen.high), static_cast<double>(histogram.range.high));
    for (const pipeline::MethodRange& method : histogram.methods) {
        low = std::min(low, static_cast<double>(method.range.low));
        high = std::max(high, static_cast<double>(method.range.high));
    }
    const double room = high > low ? (high - low) * 0.03 : std::max(std::abs(high), 1.0) * 0.1;
    return {low - room, high + room};
}

} // namespace

QString tensorTitle(pipeline::LayerTensor tensor) {
    return tensor == pipeline::LayerTensor::Input     ? HistogramText::tr("Input")
           : tensor == pipeline::LayerTensor::Weights ? HistogramText::tr("Weights")
                                                      : HistogramText::tr("Output");
}

QString methodTitle(const std::string& method) { return settingWords(quant::rangeMethodTitle(method)); }

QString partText(double share, std::int64_t all) {
    if (share >= 0.001 || share <= 0) return percentText(share);
    return countText(std::max(1.0, std::round(share * static_cast<double>(all))));
}

QString histogramTitle(const pipeline::ValueHistogram& histogram) {
    QString name = tensorTitle(histogram.tensor);
    if (histogram.channel) name = HistogramText::tr("Weights of channel %1").arg(*histogram.channel);
    const QString values = countText(static_cast<double>(histogram.values));
    if (histogram.outside() > 0)
        return HistogramText::tr("%1: %2 of %3 values lie outside of %4")
            .arg(name, partText(histogram.outside(), histogram.values), values,
                 valueRangeText(histogram.range));
    return HistogramText::tr("%1: all %2 values lie within %3")
        .arg(name, values, valueRangeText(histogram.range));
}

BuiltChart buildHistogram(const pipeline::ValueHistogram& histogram, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.setTitle(chartWords(histogramTitle(histogram)));
    chart.legend()->hide();
    QAbstractSeries* points = addHiddenPoints(chart);
    const auto tallest = static_cast<double>(std::max<std::int64_t>(std::ranges::max(histogram.counts), 1));
    const double most = std::log10(tallest);
    const double above = histogram.methods.empty() ? RoomForRange : RoomForMethods;
    const double all = (most - OneValue) / (1 - RoomForCodes - above);
    const double low = OneValue - RoomForCodes * all, high = most + above * all;
    const auto [left, right] = shownReach(histogram);

    QAbstractAxis* x = makeValueAxis(left, right, roundedScale((right - left) / 10),
                                     valuesFrom(histogram) + QStringLiteral("; ") + codeGridText(histogram));
    QAbstractAxis* y = countAxis(low, high, most);
    addAxes(chart, x, y);

    std::vector<ColumnBar> bars;
    const double rangeLow = static_cast<double>(histogram.range.low),
                 rangeHigh = static_cast<double>(histogram.range.high);
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        if (histogram.counts[i] == 0) continue;
        const double begin = histogram.edge(i), end = histogram.edge(i + 1), middle = (begin + end) / 2;
        const double top = std::log10(static_cast<double>(histogram.counts[i]));
        const bool isOutside = histogram.outside() > 0 && (middle < rangeLow || middle > rangeHigh);
        bars.push_back({begin, end, OneValue, std::max(top, OneValue / 2),
                        theme.category(isOutside ? ops::Category::Activation : ops::Category::Compute)});
        built.targets.push_back(
            {points,
             {middle, top},
             HistogramText::tr("%1 … %2\n%3 values, %4")
                     .arg(significant(begin), significant(end), integerText(histogram.counts[i]),
                          percentText(static_cast<double>(histogram.counts[i]) /
                                      static_cast<double>(histogram.values))) +
                 (isOutside ? QLatin1Char('\n') + HistogramText::tr("outside of the range") : QString()),
             bars.back().extent()});
    }
    addColumnBars(chart, *points, std::move(bars));
    CodeMarks marks;
    marks.params = histogram.params;
    marks.codes = histogram.codes;
    marks.codesTop = OneValue;
    marks.rangesBottom = most;
    for (const pipeline::MethodRange& method : histogram.methods)
        marks.ranges.push_back({methodTitle(method.name), method.range, method.isChosen});
    if (std::ranges::none_of(histogram.methods, &pipeline::MethodRange::isChosen))
        marks.ranges.push_back({histogram.params ? HistogramText::tr("range of the codes")
                                                 : HistogramText::tr("ranges of all channels"),
                                histogram.range, true});
    if (histogram.below > 0)
        marks.below = HistogramText::tr("%1 below").arg(partText(histogram.below, histogram.values));
    if (histogram.above > 0)
        marks.above = HistogramText::tr("%1 above").arg(partText(histogram.above, histogram.values));
    addCodeMarks(chart, *points, std::move(marks), theme);
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
