// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/row_bars.h"

#include "views/support/chart/chart_layer.h"
#include "views/support/chart/chart_pane.h"

#include <QCategoryAxis>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HalfBar = 0.3; // of a row
constexpr double MaxHalf = 11;  // pixels
constexpr double Diamond = 4.5; // pixels

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
            painter.drawPolygon(QPolygonF{{middle - QPointF(Diamond, 0), middle - QPointF(0, Diamond),
                                           middle + QPointF(Diamond, 0), middle + QPointF(0, Diamond)}});
        }
    }
}

} // namespace

NamedRows::NamedRows(QChart& chart, std::size_t count)
    : m_chart(chart), m_count(count), m_marks(addHiddenPoints(chart)) {}

void NamedRows::finish(const QStringList& names, QAbstractAxis* values, std::vector<RowBar> bars,
                       const Theme& theme) {
    auto* axis = new QCategoryAxis;
    axis->setRange(0, static_cast<double>(m_count));
    axis->setStartValue(0);
    axis->setLabelsPosition(QCategoryAxis::AxisLabelsPositionCenter);
    for (std::size_t row = m_count; row-- > 0;) // categories from the bottom; labels must differ
        axis->append(names[static_cast<qsizetype>(row)] +
                         QString(static_cast<qsizetype>(m_count - row), QChar(0x200B)),
                     static_cast<double>(m_count - row));
    addAxes(m_chart, values, axis);
    new ChartLayer(m_chart, *m_marks, 50,
                   [bars = std::move(bars), &theme](QPainter& painter, const ChartLayer& layer) {
                       paintBars(painter, layer, bars, theme);
                   });
}

} // namespace edgewright::views
