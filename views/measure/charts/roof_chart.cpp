// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/roof_chart.h"

#include "views/support/chart/chart_annotations.h"
#include "views/support/chart/chart_layer.h"
#include "views/support/chart/chart_style.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::views {

namespace {

struct RoofText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::MachineRoof)
};

constexpr double MinRadius = 3, MaxRadius = 12; // pixels, of a share of 0 and of 1
constexpr double RingRadius = 2.5;

// An operator: a disc where it was measured, as large as its share of the time, joined to a small ring where it
// was predicted.
struct RoofPoint {
    QPointF measured, predicted; // values of the axes; `predicted` below 0: none
    double share = 0;            // of the time, 0 to 1
    QColor ink;
};

void paintPoints(QPainter& painter, const ChartLayer& layer, const std::vector<RoofPoint>& points,
                 const Theme& theme) {
    painter.setClipRect(layer.plot());
    for (const RoofPoint& point : points) { // all lines below all discs
        if (point.predicted.y() <= 0) continue;
        const QPointF from = layer.place(point.measured), to = layer.place(point.predicted);
        painter.setPen(QPen(theme.muted, 1));
        painter.drawLine(from, to);
        painter.setPen(QPen(point.ink, 1.2));
        painter.setBrush(theme.surface);
        painter.drawEllipse(to, RingRadius, RingRadius);
    }
    for (const RoofPoint& point : points) {
        const double radius = MinRadius + (MaxRadius - MinRadius) * std::sqrt(point.share);
        QColor fill = point.ink;
        fill.setAlphaF(0.75f);
        painter.setPen(QPen(theme.surface, 1));
        painter.setBrush(fill);
        painter.drawEllipse(layer.place(point.measured), radius, radius);
    }
}

double intensityOf(std::int64_t macs, std::int64_t bytes) {
    return bytes > 0 ? static_cast<double>(macs) / static_cast<double>(bytes) : 0;
}

bool isShown(const device::OperatorRow& row) { return row.macs > 0 && row.bytes > 0 && row.seconds > 0; }

QString rateText(double gmacs) { return RoofText::tr("%1 GMAC/s").arg(significant(gmacs)); }

QString rowTip(const device::OperatorRow& row, const device::Roof& roof, int threads) {
    QStringList lines{
        QString::fromStdString(row.name),
        RoofText::tr("● %1, %2 of the time").arg(secondsText(row.seconds), percentText(row.share)),
        RoofText::tr("%1 at %2 MAC per byte")
            .arg(rateText(row.macsPerSecond() / 1e9), significant(intensityOf(row.macs, row.bytes)))};
    if (const auto share = device::shareOfRoof(roof, row, threads))
        lines << RoofText::tr("%1 of the roof").arg(percentText(*share));
    if (row.predicted > 0) lines << RoofText::tr("≈ predicted %1").arg(secondsText(row.predicted));
    return lines.join(u'\n');
}

QString kernelTip(const device::KernelTime& kernel, const device::Roof& roof) {
    QStringList lines{QString::fromStdString(kernel.algorithm + ", " + kernel.shape),
                      RoofText::tr("● %1 alone: %2").arg(secondsText(kernel.seconds), rateText(kernel.rate()))};
    if (const auto share = device::shareOfPeak(roof, kernel))
        lines << RoofText::tr("%1 of the peak").arg(percentText(*share));
    return lines.join(u'\n');
}

} // namespace

BuiltChart buildRoof(const device::Roof& roof, int threads, const std::vector<device::OperatorRow>& rows,
                     int selected, const Theme& theme) {
    BuiltChart built;
    QChart& chart = *built.chart;
    const device::ThreadRoof* on = roof.on(threads);
    if (!on && !roof.threads.empty()) on = &roof.threads.front();
    if (!on) return built;

    double lowX = 1, highX = 30, lowY = std::max(on->float32, 1.0) / 4, highY = std::max(on->float32, 1.0);
    const auto widen = [&](double x, double y) {
        lowX = std::min(lowX, x);
        highX = std::max(highX, x);
        lowY = std::min(lowY, y);
        highY = std::max(highY, y);
    };
    for (const device::OperatorRow& row : rows)
        if (isShown(row)) widen(intensityOf(row.macs, row.bytes), row.macsPerSecond() / 1e9);
    for (const device::KernelTime& kernel : roof.kernels)
        if (kernel.threads == on->threads) widen(intensityOf(kernel.macs, kernel.bytes), kernel.rate());
    lowX /= 2;
    highX *= 2;
    lowY /= 2;
    highY *= 1.6;

    QAbstractAxis* x = makeLogAxis(lowX, highX, RoofText::tr("Arithmetic intensity (MAC per byte)"));
    QAbstractAxis* y = makeLogAxis(lowY, highY, RoofText::tr("Throughput (GMAC/s)"));
    auto* notes = new ChartAnnotations(chart, theme);
    QLineSeries* anyLine = nullptr;
    for (const device::Arithmetic arithmetic : {device::Arithmetic::Float32, device::Arithmetic::Int8}) {
        const double peak = on->peak(arithmetic);
        if (peak <= 0) continue;
        auto* line = new QLineSeries;
        line->append(lowX, peak);
        line->append(highX, peak);
        line->setPen(
            QPen(theme.text, 1.5, arithmetic == device::Arithmetic::Int8 ? Qt::DashLine : Qt::SolidLine));
        chart.addSeries(line);
        anyLine = line;
        notes->add(ChartLabel{
            line,
            {highX / 1.05, peak},
            RoofText::tr("%1 peak %2")
                .arg(arithmetic == device::Arithmetic::Int8 ? QStringLiteral("INT8") : QStringLiteral("FP32"),
                     rateText(peak)),
            theme.text,
            Qt::AlignTop});
    }
    const double top = std::max(on->float32, on->int8);
    for (const device::LevelBandwidth& level : on->levels) {
        const double bandwidth = level.best();
        if (bandwidth <= 0 || top <= 0) continue;
        const double from = std::max(lowX, lowY / bandwidth), to = std::min(highX, top / bandwidth);
        if (from >= to) continue;
        auto* line = new QLineSeries;
        line->append(from, bandwidth * from);
        line->append(to, bandwidth * to);
        line->setPen(QPen(theme.muted, 1.2));
        chart.addSeries(line);
        anyLine = line;
        const double at = from * std::pow(to / from, 0.12);
        notes->add(ChartLabel{
            line,
            {at, bandwidth * at},
            RoofText::tr("%1 %2 GB/s").arg(QString::fromStdString(level.level), significant(bandwidth)),
            theme.muted,
            Qt::AlignTop});
    }

    auto* kernels = new QScatterSeries;
    kernels->setMarkerShape(QScatterSeries::MarkerShapeRectangle);
    kernels->setMarkerSize(5);
    kernels->setColor(theme.muted);
    kernels->setBorderColor(Qt::transparent);
    QList<QPointF> places;
    std::vector<ChartTarget> kernelTargets;
    for (const device::KernelTime& kernel : roof.kernels)
        if (kernel.threads == on->threads && kernel.bytes > 0) {
            places.append({intensityOf(kernel.macs, kernel.bytes), kernel.rate()});
            kernelTargets.push_back({kernels, places.back(), kernelTip(kernel, roof)});
        }
    kernels->append(places);
    chart.addSeries(kernels);
    addAxes(chart, x, y);
    std::vector<RoofPoint> points;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const device::OperatorRow& row = rows[i];
        const double intensity = intensityOf(row.macs, row.bytes);
        // Far outside of the picture, where no click finds it.
        const QPointF at =
            isShown(row) ? QPointF(intensity, row.macsPerSecond() / 1e9) : QPointF(lowX / 1e6, lowY / 1e6);
        built.targets.push_back({kernels, at, rowTip(row, roof, threads)});
        if (!isShown(row)) continue;
        const double predicted = row.predicted > 0 ? static_cast<double>(row.macs) / row.predicted / 1e9 : -1;
        points.push_back({at, {intensity, predicted}, row.share, theme.category(ops::Category::Compute)});
        if (static_cast<int>(i) == selected) notes->add(ChartRing{kernels, at, theme.accent, 12});
    }
    built.targets.insert(built.targets.end(), kernelTargets.begin(), kernelTargets.end());
    if (anyLine)
        new ChartLayer(chart, *kernels, 60,
                       [points = std::move(points), &theme](QPainter& painter, const ChartLayer& layer) {
                           paintPoints(painter, layer, points, theme);
                       });
    chart.legend()->hide();
    styleChart(chart, theme);
    return built;
}

} // namespace edgewright::views
