// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/row_bars.h"

#include <QCategoryAxis>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double HalfBar = 0.3; // of a row
constexpr double MaxHalf = 11;  // pixels
constexpr double Diamond = 4.5; // pixels

} // namespace

RowBars::RowBars(QChart& chart, QAbstractSeries& series, std::vector<RowBar> bars, const Theme& theme)
    : QGraphicsItem(&chart), m_chart(chart), m_series(series), m_bars(std::move(bars)), m_theme(theme) {
    setZValue(50);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF RowBars::boundingRect() const { return QRectF(QPointF(), m_chart.size()); }

void RowBars::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(m_chart.plotArea().adjusted(0, 0, 1, 0));
    for (const RowBar& bar : m_bars) {
        const auto at = [&](double value) { return m_chart.mapToPosition({value, bar.y}, &m_series); };
        const double row = std::abs(m_chart.mapToPosition({0, bar.y + 1}, &m_series).y() - at(0).y());
        const double half = std::min(HalfBar * row, MaxHalf);
        QColor fill = bar.ink;
        fill.setAlphaF(bar.isPale ? 0.3f : 0.85f);
        const QRectF body(at(0) - QPointF(0, half), at(bar.value) + QPointF(0, half));
        painter->fillRect(body.normalized(), fill);
        if (bar.interval) {
            const QPointF low = at(bar.interval->first), high = at(bar.interval->second);
            painter->setPen(QPen(m_theme.text, 1.2));
            painter->drawLine(low, high);
            for (const QPointF& end : {low, high})
                painter->drawLine(end - QPointF(0, half * 0.5), end + QPointF(0, half * 0.5));
        }
        if (bar.beside) {
            const QPointF middle = at(*bar.beside);
            painter->setPen(QPen(m_theme.text, 1.2));
            painter->setBrush(m_theme.surface);
            painter->drawPolygon(QPolygonF{{middle - QPointF(Diamond, 0), middle - QPointF(0, Diamond),
                                            middle + QPointF(Diamond, 0), middle + QPointF(0, Diamond)}});
        }
    }
}

NamedRows::NamedRows(QChart& chart, std::size_t count)
    : m_chart(chart), m_count(count), m_marks(new QScatterSeries) {
    m_marks->setMarkerSize(1);
    m_marks->setColor(Qt::transparent);
    m_marks->setBorderColor(Qt::transparent);
    chart.addSeries(m_marks);
}

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
    m_chart.addAxis(values, Qt::AlignBottom);
    m_chart.addAxis(axis, Qt::AlignLeft);
    m_marks->attachAxis(values);
    m_marks->attachAxis(axis);
    new RowBars(m_chart, *m_marks, std::move(bars), theme);
}

} // namespace edgewright::views
