// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/row_bars.h"

#include "views/support/chart/chart_layer.h"
#include "views/support/chart/chart_pane.h"
#include "views/support/short_name.h"
#include "views/support/utf8.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HalfBar = 0.3;                    // of a row
constexpr double MaxHalf = 11;                     // pixels
constexpr double MaxNameShare = 0.25, NameGap = 6; // of the width of the chart; pixels

void paintBars(QPainter& painter, const ChartLayer& layer, const std::vector<RowBar>& bars,
               const Theme& theme) {
    painter.setClipRect(layer.plot().adjusted(0, 0, 1, 0));
    for (const RowBar& bar : bars) {
        const auto at = [&](double value) { return layer.place({value, bar.y}); };
        const double row = std::abs(layer.place({0, bar.y + 1}).y() - at(0).y());
        const double half = std::min(HalfBar * row, MaxHalf);
        QColor fill = bar.ink;
        fill.setAlphaF(bar.isPale ? 0.3f : 0.85f);
        const QRectF body(at(0) - QPointF(0, half), at(bar.value) + QPointF(0, half));
        painter.fillRect(body.normalized(), fill);
        if (bar.interval) {
            const QPointF low = at(bar.interval->first), high = at(bar.interval->second);
            painter.setPen(QPen(theme.text, 1.2));
            painter.drawLine(low, high);
            for (const QPointF& end : {low, high})
                painter.drawLine(end - QPointF(0, half * 0.5), end + QPointF(0, half * 0.5));
        }
        if (bar.beside) {
            const QPointF middle = at(*bar.beside);
            painter.setPen(QPen(theme.text, 1.2));
            painter.setBrush(theme.surface);
            painter.drawPolygon(
                QPolygonF{{middle - QPointF(RowBarDiamond, 0), middle - QPointF(0, RowBarDiamond),
                           middle + QPointF(RowBarDiamond, 0), middle + QPointF(0, RowBarDiamond)}});
        }
    }
}

// Left of the plot, from the top.
void paintRowNames(QPainter& painter, const ChartLayer& layer, const ShortLabels& names, const Theme& theme) {
    const QFontMetricsF metrics(font(TextSize::Small));
    painter.setFont(font(TextSize::Small));
    painter.setPen(theme.muted);
    const double room = layer.plot().left() - 2 * NameGap, height = metrics.height();
    double below = layer.plot().top() - height; // of the name before
    for (std::size_t row = 0; row < names.size(); ++row) {
        const double middle = layer.place({0, static_cast<double>(names.size() - row) - 0.5}).y();
        if (middle - height / 2 < below || middle > layer.plot().bottom()) continue;
        below = middle + height / 2;
        painter.drawText(QRectF(NameGap, middle - height / 2, room, height), Qt::AlignRight | Qt::AlignVCenter,
                         labelWithin(names, row, metrics, room));
    }
}

} // namespace

QRectF RowBar::extent() const { return QRectF(0, y - HalfBar, value, 2 * HalfBar).normalized(); }

NamedRows::NamedRows(QChart& chart, std::size_t count)
    : m_chart(chart), m_count(count), m_marks(addHiddenPoints(chart)) {}

void NamedRows::finish(const std::vector<std::string>& names, QAbstractAxis* values, std::vector<RowBar> bars,
                       const Theme& theme) {
    auto* axis = new QValueAxis; // its labels are painted below: Qt cuts them one by one
    axis->setRange(0, static_cast<double>(m_count));
    axis->setTickType(QValueAxis::TicksDynamic);
    axis->setTickAnchor(0);
    axis->setTickInterval(1);
    axis->setLabelsVisible(false);
    addAxes(m_chart, values, axis);
    const QFontMetricsF metrics(font(TextSize::Small));
    double longest = 0;
    for (const std::string& name : names)
        longest = std::max(longest, metrics.horizontalAdvance(text(name)) + 1);
    const auto makeRoom = [longest, chart = &m_chart] {
        QMargins margins = chart->margins();
        margins.setLeft(
            static_cast<int>(std::ceil(std::min(longest, chart->size().width() * MaxNameShare) + 2 * NameGap)));
        chart->setMargins(margins);
    };
    QObject::connect(&m_chart, &QGraphicsWidget::geometryChanged, &m_chart, makeRoom);
    makeRoom();
    new ChartLayer(m_chart, *m_marks, 50,
                   [bars = std::move(bars), names = ShortLabels(names), &theme](QPainter& painter,
                                                                                const ChartLayer& layer) {
                       paintRowNames(painter, layer, names, theme);
                       paintBars(painter, layer, bars, theme);
                   });
}

} // namespace edgewright::views
