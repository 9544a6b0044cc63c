// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/charts/roof_points.h"

#include <QPainter>

#include <cmath>

namespace edgewright::views {

namespace {

constexpr double MinRadius = 3, MaxRadius = 12; // pixels, of a share of 0 and of 1
constexpr double RingRadius = 2.5;

} // namespace

RoofPoints::RoofPoints(QChart& chart, QAbstractSeries& series, std::vector<RoofPoint> points,
                       const Theme& theme)
    : QGraphicsItem(&chart), m_chart(chart), m_series(series), m_points(std::move(points)), m_theme(theme) {
    setZValue(60);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF RoofPoints::boundingRect() const { return QRectF(QPointF(), m_chart.size()); }

void RoofPoints::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setClipRect(m_chart.plotArea());
    for (const RoofPoint& point : m_points) { // all lines below all discs
        if (point.predicted.y() <= 0) continue;
        const QPointF from = m_chart.mapToPosition(point.measured, &m_series),
                      to = m_chart.mapToPosition(point.predicted, &m_series);
        painter->setPen(QPen(m_theme.muted, 1));
        painter->drawLine(from, to);
        painter->setPen(QPen(point.ink, 1.2));
        painter->setBrush(m_theme.surface);
        painter->drawEllipse(to, RingRadius, RingRadius);
    }
    for (const RoofPoint& point : m_points) {
        const double radius = MinRadius + (MaxRadius - MinRadius) * std::sqrt(point.share);
        QColor fill = point.ink;
        fill.setAlphaF(0.75f);
        painter->setPen(QPen(m_theme.surface, 1));
        painter->setBrush(fill);
        painter->drawEllipse(m_chart.mapToPosition(point.measured, &m_series), radius, radius);
    }
}

} // namespace edgewright::views
