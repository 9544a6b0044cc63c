// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/inspector/weight_chart.h"

#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QPainter>

#include <algorithm>

namespace edgewright::views {

void WeightChart::show(const pipeline::WeightStats& stats) {
    m_stats = stats;
    setFixedHeight(sizeHint().height());
    updateGeometry();
    update();
}

namespace {

using pipeline::WeightStats;

void paintHistogram(QPainter& painter, const QRectF& area, const WeightStats& stats, const Theme& theme) {
    const auto tallest = std::max<std::int64_t>(1, std::ranges::max(stats.histogram));
    const double step = area.width() / static_cast<double>(stats.histogram.size());
    for (std::size_t i = 0; i < stats.histogram.size(); ++i) {
        const double height =
            area.height() * static_cast<double>(stats.histogram[i]) / static_cast<double>(tallest);
        if (height <= 0) continue;
        painter.fillRect(QRectF(area.left() + static_cast<double>(i) * step,
                                area.bottom() - std::max(1.0, height), std::max(1.0, step - 1),
                                std::max(1.0, height)),
                         theme.before);
    }
    painter.setPen(theme.line);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
    if (stats.minimum < 0 && stats.maximum > 0) {
        const double zero = area.left() + area.width() / (1 - stats.maximum / stats.minimum);
        painter.setPen(QPen(theme.muted, 1, Qt::DotLine));
        painter.drawLine(QPointF(zero, area.top()), QPointF(zero, area.bottom()));
    }
}

// One vertical bar from low to high per channel; with more channels than pixels, neighbours are merged.
void paintChannels(QPainter& painter, const QRectF& area, const WeightStats& stats, const Theme& theme) {
    const double half = std::max(1e-30, stats.maximum / 2 - stats.minimum / 2); // the whole may be too large
    const auto y = [&](double value) {
        return area.bottom() - area.height() * ((value / 2 - stats.minimum / 2) / half);
    };
    const std::size_t columns =
        std::min(stats.channels.size(), static_cast<std::size_t>(std::max(1.0, area.width() / 2)));
    const double step = area.width() / static_cast<double>(columns);
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t first = column * stats.channels.size() / columns;
        const std::size_t last = std::max(first + 1, (column + 1) * stats.channels.size() / columns);
        WeightStats::Span span = stats.channels[first];
        for (std::size_t c = first; c < last; ++c) {
            span.low = std::min(span.low, stats.channels[c].low);
            span.high = std::max(span.high, stats.channels[c].high);
        }
        if (span.low > span.high) continue;
        const double top = y(span.high), bottom = y(span.low);
        painter.fillRect(QRectF(area.left() + static_cast<double>(column) * step, top,
                                std::max(1.0, std::min(step - 1, 8.0)), std::max(1.0, bottom - top)),
                         theme.after);
    }
    painter.setPen(theme.line);
    painter.drawLine(area.bottomLeft(), area.bottomRight());
}

} // namespace

void WeightChart::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.setFont(views::font(TextSize::Small));
    const int line = painter.fontMetrics().height();
    const QRectF histogram(0, 0, width(), 96 - line - 4);
    paintHistogram(painter, histogram, m_stats, theme);
    painter.setPen(theme.muted);
    const QRectF labels(0, histogram.bottom() + 2, width(), line);
    painter.drawText(labels, Qt::AlignLeft, significant(m_stats.minimum));
    painter.drawText(labels, Qt::AlignRight, significant(m_stats.maximum));
    if (m_stats.channels.empty()) return;
    const QRectF caption(0, 100, width(), line);
    painter.drawText(caption, Qt::AlignLeft,
                     tr("range of each of the %1 output channels").arg(m_stats.channelCount));
    paintChannels(painter, QRectF(0, caption.bottom() + 2, width(), height() - caption.bottom() - 4), m_stats,
                  theme);
}

} // namespace edgewright::views
