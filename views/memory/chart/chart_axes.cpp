// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/chart_axes.h"

#include "views/memory/chart/label_placer.h"
#include "views/support/quantity.h"

#include <QCoreApplication>
#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double TickLength = 4;
constexpr int TickDigits = 6;

} // namespace

std::vector<double> niceTicks(double low, double high, int most, double least) {
    std::vector<double> ticks;
    if (!(high > low) || most < 1 || !std::isfinite(high - low)) return ticks;
    double step = std::max((high - low) / most, least);
    const double decade = std::pow(10.0, std::floor(std::log10(step)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0})
        if (factor * decade >= step * (1 - 1e-9)) {
            step = factor * decade;
            break;
        }
    for (double i = std::ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i)
        ticks.push_back(i * step);
    return ticks;
}

ByteUnit ByteUnit::of(double largest) {
    if (largest >= 1073741824.0) return {1073741824.0, "GiB"};
    if (largest >= 1048576.0) return {1048576.0, "MiB"};
    if (largest >= 1024.0) return {1024.0, "KiB"};
    return {};
}

void paintStepAxis(QPainter& painter, const QRectF& plot, const Theme& theme, const PlaneWindow& window,
                   const QRectF& taken) {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    // One tick alone shows no scale: in a narrow plot they stand closer, as far as their labels have room.
    constexpr int FewTicks = 4;
    constexpr double TickGap = 14;
    const double widest = metrics.horizontalAdvance(digitsText(std::ceil(window.x1), TickDigits)) + TickGap;
    const int most = std::max(static_cast<int>(plot.width() / 60),
                              std::min(FewTicks, static_cast<int>(plot.width() / widest)));
    for (const double tick : niceTicks(window.x0, window.x1, most, 1)) {
        const double x = plot.left() + (tick - window.x0) / (window.x1 - window.x0) * plot.width();
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(x, plot.bottom()), QPointF(x, plot.bottom() + TickLength));
        const QString text = digitsText(tick, TickDigits);
        QRectF box(0, plot.bottom() + TickLength, metrics.horizontalAdvance(text) + 2, metrics.height());
        box.moveLeft(std::min(x - box.width() / 2, plot.right() + AxisRight - box.width()));
        if (box.adjusted(-2, 0, 2, 0).intersects(taken)) continue;
        painter.setPen(theme.muted);
        painter.drawText(box, Qt::AlignCenter, text);
    }
    painter.setPen(theme.text);
    const QString title =
        fitting({QCoreApplication::translate("edgewright::views::MemoryCharts", "Step (execution order)"),
                 QCoreApplication::translate("edgewright::views::MemoryCharts", "Step")},
                metrics, plot.width());
    painter.drawText(
        QRectF(plot.left(), plot.bottom() + TickLength + metrics.height(), plot.width(), metrics.height()),
        Qt::AlignHCenter | Qt::AlignTop, title);
}

void paintByteAxis(QPainter& painter, const QRectF& plot, const Theme& theme, double low, double high,
                   const QString& title, bool grid, std::optional<double> marked) {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const ByteUnit unit = ByteUnit::of(high);
    QColor faint = theme.line;
    faint.setAlphaF(0.45f);
    const auto yOf = [&](double bytes) { return plot.bottom() - (bytes - low) / (high - low) * plot.height(); };
    const auto paintTick = [&](double y, const QString& text) {
        painter.setPen(QPen(theme.line, 1));
        painter.drawLine(QPointF(plot.left() - TickLength, y), QPointF(plot.left(), y));
        painter.setPen(theme.muted);
        const double top =
            std::max(y - metrics.height() / 2, plot.top() - 3); // below what stands above the plot
        painter.drawText(QRectF(plot.left() - AxisLeft, top, AxisLeft - TickLength - 3, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    };
    for (const double tick :
         niceTicks(low / unit.bytes, high / unit.bytes, static_cast<int>(plot.height() / 24))) {
        const double y = yOf(tick * unit.bytes);
        if (grid) {
            painter.setPen(QPen(faint, 1));
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        }
        if (marked && std::abs(y - yOf(*marked)) < metrics.height() + 2) continue;
        paintTick(y, digitsText(tick, TickDigits));
    }
    if (marked) paintTick(yOf(*marked), significant(*marked / unit.bytes));
    painter.setPen(QPen(theme.line, 1));
    painter.drawLine(plot.topLeft(), plot.bottomLeft());
    const QString unitName = QString::fromLatin1(unit.name);
    const QString titled = title + QStringLiteral(" (") + unitName + QLatin1Char(')');
    const QString text = metrics.horizontalAdvance(titled) <= plot.height() ? titled : unitName;
    if (metrics.horizontalAdvance(text) > plot.height()) return;
    painter.save();
    painter.translate(plot.left() - AxisLeftNarrow + 2, plot.center().y());
    painter.rotate(-90);
    painter.setPen(theme.text);
    painter.drawText(QRectF(-plot.height() / 2, 0, plot.height(), metrics.height()), Qt::AlignCenter, text);
    painter.restore();
}

} // namespace edgewright::views
