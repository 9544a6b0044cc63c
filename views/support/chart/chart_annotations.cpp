// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_annotations.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

ChartAnnotations::ChartAnnotations(QChart& chart, const Theme& theme)
    : QGraphicsItem(&chart), m_chart(chart), m_theme(theme) {
    setZValue(100);
    setAcceptedMouseButtons(Qt::NoButton);
}

QRectF ChartAnnotations::boundingRect() const { return QRectF(QPointF(), m_chart.size()); }

namespace {

// Up to where the marker at its end begins.
void paintArrow(QPainter& painter, QPointF from, QPointF to, const QColor& color, const QRectF& plot) {
    constexpr double Marker = 6, Head = 6, Shortest = 10;
    QLineF line(from, to);
    if (line.length() < Marker + Shortest) return;
    line.setLength(line.length() - Marker);
    painter.save();
    painter.setClipRect(plot);
    painter.setPen(QPen(color, 1.2));
    painter.drawLine(line);
    for (const double turn : {150.0, -150.0}) {
        QLineF barb(line.p2(), line.p2() + QPointF(Head, 0));
        barb.setAngle(line.angle() + turn);
        painter.drawLine(barb);
    }
    painter.restore();
}

} // namespace

std::optional<QRectF> freePlace(const QRectF& wanted, std::span<const QRectF> taken, const QRectF& room) {
    const auto touchesNone = [&](const QRectF& box) {
        return std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(box); });
    };
    const auto isFree = [&](const QRectF& box) {
        return box.top() >= room.top() && box.bottom() <= room.bottom() && touchesNone(box);
    };
    if (touchesNone(wanted)) return wanted;
    std::optional<QRectF> nearest;
    const auto consider = [&](double top) {
        QRectF box = wanted;
        box.moveTop(top);
        const auto way = [&](const QRectF& to) { return std::abs(to.top() - wanted.top()); };
        if (isFree(box) && (!nearest || way(box) < way(*nearest))) nearest = box;
    };
    for (const QRectF& other : taken) {
        consider(other.bottom() + 1);
        consider(other.top() - 1 - wanted.height());
    }
    return nearest;
}

void ChartAnnotations::paint(QPainter* painter, const QStyleOptionGraphicsItem*, QWidget*) {
    const QRectF plot = m_chart.plotArea();
    const auto visible = [&](QPointF p) { return plot.adjusted(-1, -1, 1, 1).contains(p); };
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setBrush(Qt::NoBrush);
    for (const ChartArrow& arrow : m_arrows)
        paintArrow(*painter, m_chart.mapToPosition(arrow.from, arrow.series),
                   m_chart.mapToPosition(arrow.to, arrow.series), arrow.color, plot);
    for (const ChartRing& ring : m_rings) {
        const QPointF p = m_chart.mapToPosition(ring.at, ring.series);
        if (!visible(p)) continue;
        painter->setPen(QPen(m_theme.surface, 4));
        painter->drawEllipse(p, ring.radius, ring.radius);
        painter->setPen(QPen(ring.color, 2));
        painter->drawEllipse(p, ring.radius, ring.radius);
    }
    std::vector<QRectF> taken;
    QRectF room = boundingRect().adjusted(2, 2, -8, -2); // beside the plot on the right, never over the axes
    room.setLeft(plot.left() + 2);
    room.setBottom(plot.bottom() - 2);
    for (const ChartLabel& label : m_labels) {
        const QPointF p = m_chart.mapToPosition(label.at, label.series);
        if (!visible(p)) continue;
        const QFont type = font(TextSize::Small, label.bold);
        const QFontMetricsF metrics(type);
        const double widest =
            label.side == Qt::AlignRight ? room.right() - p.x() - 14 : std::min(plot.width() * 0.7, 260.0);
        const bool fits = label.brief.isEmpty() || metrics.horizontalAdvance(label.text) <= widest;
        const QString text =
            metrics.elidedText(fits ? label.text : label.brief, Qt::ElideMiddle, std::max(widest, 24.0));
        QRectF box(0, 0, metrics.horizontalAdvance(text) + 6, metrics.height());
        box.moveCenter(p);
        if (label.side & Qt::AlignTop) box.moveBottom(p.y() - 7);
        if (label.side & Qt::AlignBottom) box.moveTop(p.y() + 7);
        if (label.side & Qt::AlignLeft) box.moveRight(p.x() - 8);
        if (label.side & Qt::AlignRight) box.moveLeft(p.x() + 8);
        box.moveLeft(std::clamp(box.left(), room.left(), std::max(room.left(), room.right() - box.width())));
        box.moveTop(std::clamp(box.top(), room.top(), std::max(room.top(), room.bottom() - box.height())));
        // Labels of lines that end close together move apart.
        const auto place = freePlace(box, taken, room);
        if (!place) continue;
        box = *place;
        taken.push_back(box);
        QColor veil = m_theme.surface;
        veil.setAlphaF(0.8f);
        painter->fillRect(box, veil);
        painter->setFont(type);
        painter->setPen(label.ink);
        painter->drawText(box, Qt::AlignCenter, text);
    }
}

} // namespace edgewright::views
