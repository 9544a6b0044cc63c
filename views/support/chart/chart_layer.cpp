// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_layer.h"

#include <QPainter>

#include <utility>

namespace edgewright::views {

ChartLayer::ChartLayer(QChart& chart, QAbstractSeries& series, double height, Paint paint)
    : QGraphicsItem(&chart), m_chart(chart), m_series(series), m_paint(std::move(paint)) {
    setZValue(height);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF ChartLayer::boundingRect() const { return QRectF(QPointF(), m_chart.size()); }

void ChartLayer::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    painter->setRenderHint(QPainter::Antialiasing);
    m_paint(*painter, *this);
}

} // namespace edgewright::views
