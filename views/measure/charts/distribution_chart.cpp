// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/run_charts.h"

#include "views/measure/charts/measure_text.h"
#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/chart_style.h"
#include "views/support/chart/time_unit.h"
#include "views/support/quantity.h"

#include <QCategoryAxis>
#include <QCoreApplication>
#include <QLegend>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

struct DistributionText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Distribution)
};

// All samples of a row as dots, with their median and its interval.
struct DotRow {
    std::vector<double> values; // in units of the chart's x
    double y = 0;               // middle of the row; a row is 1 high
    double median = 0, low = 0, high = 0;
    bool hasInterval = false;
    QColor ink;
};

constexpr double Spread = 0.22;  // of a row, up and down
constexpr double Bar = 0.28;     // likewise, of the median
constexpr double Lowered = 0.14; // of a row: above its dots, in its own height, stands its median
constexpr double MinInk = 0.06;  // of a dot among very many

// -1 to 1, the same for the same sample: pictures of equal data are equal (the fractional parts of multiples of
// the golden ratio lie evenly).
double placeOf(std::size_t sample) {
    const double golden = 0.6180339887498949;
    return 2 * std::fmod(static_cast<double>(sample + 1) * golden, 1.0) - 1;
}

// Radius in pixels: a few are seen, too.
double dotOf(std::size_t count) { return std::clamp(16 / std::sqrt(static_cast<double>(count) + 1), 1.6, 3.5); }

// Seconds, beyond which runs are counted, not drawn: a few that were disturbed would take most of the width.
double fenceOf(const measure::Summary& summary, std::vector<double> seconds) {
    if (seconds.empty()) return 0;
    std::ranges::sort(seconds);
    const double first = seconds[seconds.size() / 4], third = seconds[seconds.size() * 3 / 4];
    const double interval = summary.interval ? summary.interval->high : 0;
    return std::max(
        {std::min(third + 3 * (third - first), summary.max * 1.02), summary.median * 1.1, interval});
}

void paintDots(QPainter& painter, const ChartLayer& layer, const std::vector<DotRow>& rows,
               const Theme& theme) {
    const QRectF plot = layer.plot();
    for (const DotRow& row : rows) {
        const QPointF origin = layer.place({0, row.y});
        const double height = std::abs(layer.place({0, row.y + 1}).y() - origin.y());
        const double unit = layer.place({1, row.y}).x() - origin.x();
        const auto x = [&](double value) { return origin.x() + value * unit; };
        QColor ink = row.ink;
        ink.setAlphaF(static_cast<float>(
            std::clamp(12 / std::sqrt(static_cast<double>(row.values.size()) + 1), MinInk, 0.6)));
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        const double dot = dotOf(row.values.size());
        for (std::size_t i = 0; i < row.values.size(); ++i) {
            const QPointF at(x(row.values[i]), origin.y() + placeOf(i) * Spread * height);
            if (plot.contains(at)) painter.drawEllipse(at, dot, dot);
        }
        const auto inside = [&](double value) { return std::clamp(x(value), plot.left(), plot.right()); };
        if (row.hasInterval) {
            QColor veil = row.ink;
            veil.setAlphaF(0.25f);
            painter.fillRect(QRectF(QPointF(inside(row.low), origin.y() - Bar * height),
                                    QPointF(inside(row.high), origin.y() + Bar * height)),
                             veil);
        }
        if (const double at = x(row.median); at >= plot.left() && at <= plot.right()) {
            painter.setPen(QPen(theme.text, 2));
            painter.drawLine(QPointF(at, origin.y() - Bar * height), QPointF(at, origin.y() + Bar * height));
        }
    }
}

} // namespace

BuiltChart buildDistribution(const std::vector<VariantChoice>& rows, int chosen, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    chart.legend()->hide();

    double low = INFINITY, high = 0;
    std::vector<measure::Summary> summaries;
    for (const VariantChoice& row : rows) {
        const measure::Summary& summary = summaries.emplace_back(row.get().summary());
        low = std::min(low, summary.min);
        high = std::max(high, fenceOf(summary, row.get().wall()));
    }
    if (rows.empty() || high <= 0) low = 0, high = 1e-3;
    const TimeUnit unit = timeUnit(high);
    const double room = (high - low) * 0.06;
    const double end = high + room;
    low = std::max(0.0, low - room) * unit.perSecond;
    high = end * unit.perSecond;

    QScatterSeries* marks = addHiddenPoints(chart);
    auto* names = new QCategoryAxis;
    names->setRange(0, static_cast<double>(rows.size()));
    names->setStartValue(0);
    names->setLabelsPosition(QCategoryAxis::AxisLabelsPositionCenter);
    std::vector<DotRow> dots;
    for (std::size_t i = rows.size(); i-- > 0;) { // categories from the bottom
        const measure::Summary& summary = summaries[i];
        const double y = static_cast<double>(rows.size() - i) - 0.5 - Lowered;
        DotRow row;
        row.values = rows[i].get().wall();
        for (double& value : row.values)
            value *= unit.perSecond;
        row.y = y;
        row.median = summary.median * unit.perSecond;
        if (summary.interval) {
            row.low = summary.interval->low * unit.perSecond;
            row.high = summary.interval->high * unit.perSecond;
            row.hasInterval = true;
        }
        row.ink = rows[i].get().variant.fusion ? theme.after : theme.before;
        marks->append(row.median, y);
        dots.push_back(std::move(row));
        names->append(chartWords(variantText(rows[i].get().variant)) +
                          (i > 0 && rows[i].record != rows[0].record
                               ? QStringLiteral("\n") + whenText(*rows[i].record)
                               : QString()) +
                          QString(static_cast<qsizetype>(rows.size() - i), QChar(0x200B)), // labels must differ
                      static_cast<double>(rows.size() - i));
    }
    QAbstractAxis* x = makeValueAxis(low, high, roundedScale((high - low) / 10),
                                     DistributionText::tr("Time of one run (%1)").arg(unit.name));
    addAxes(chart, x, names);

    auto* notes = new ChartAnnotations(chart, theme);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const double y = static_cast<double>(rows.size() - i) - 0.5 - Lowered;
        const QPointF at(summaries[i].median * unit.perSecond, y);
        notes->add(ChartLabel{marks,
                              {at.x(), y + Bar},
                              secondsText(summaries[i].median),
                              theme.text,
                              Qt::AlignTop,
                              static_cast<int>(i) == chosen});
        built.targets.push_back({marks, at, distributionTip(rows[i])});
        const std::vector<double> wall = rows[i].get().wall();
        const auto beyond = std::ranges::count_if(wall, [end](double seconds) { return seconds > end; });
        if (beyond == 0) continue;
        ChartLabel rest{
            marks,
            {high - (high - low) * 0.002, y + Bar},
            DistributionText::tr("%1 of %2 beyond %3 ▸").arg(beyond).arg(wall.size()).arg(secondsText(end)),
            theme.muted,
            Qt::AlignTop | Qt::AlignLeft};
        rest.stays = true;
        notes->add(std::move(rest));
    }
    new ChartLayer(chart, *marks, 50,
                   [dots = std::move(dots), &theme](QPainter& painter, const ChartLayer& layer) {
                       paintDots(painter, layer, dots, theme);
                   });
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
