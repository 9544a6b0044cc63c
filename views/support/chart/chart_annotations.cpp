// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/chart/chart_annotations.h"

#include <QFontMetricsF>
#include <QLineF>
#include <QPainter>
#include <QScatterSeries>

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

QRectF boxBeside(QPointF mark, double radius, const QSizeF& label, Qt::Alignment side) {
    const double away = radius + 2;
    QRectF box(QPointF(), label);
    box.moveCenter(mark);
    if (side & Qt::AlignTop) box.moveBottom(mark.y() - away);
    if (side & Qt::AlignBottom) box.moveTop(mark.y() + away);
    if (side & Qt::AlignLeft) box.moveRight(mark.x() - away);
    if (side & Qt::AlignRight) box.moveLeft(mark.x() + away);
    return box;
}

QRectF within(QRectF box, const QRectF& room) {
    box.moveLeft(std::clamp(box.left(), room.left(), std::max(room.left(), room.right() - box.width())));
    box.moveTop(std::clamp(box.top(), room.top(), std::max(room.top(), room.bottom() - box.height())));
    return box;
}

// The label of a line: those of lines that end close together move apart.
std::optional<QRectF> placeOnLine(QPointF at, const QSizeF& label, Qt::Alignment side,
                                  std::span<const QRectF> taken, const QRectF& room) {
    const double space = side == Qt::AlignRight ? room.right() - at.x() : std::min(room.width() * 0.7, 260.0);
    if (label.width() > space) return std::nullopt;
    const QRectF wanted = within(boxBeside(at, 5, label, side), room);
    std::vector<QRectF> around; // that it could meet on its way
    for (const QRectF& each : taken)
        if (each.left() < wanted.right() && each.right() > wanted.left()) around.push_back(each);
    return freePlace(wanted, around, room);
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

std::optional<QRectF> placeBeside(QPointF mark, double radius, const QSizeF& label, Qt::Alignment side,
                                  bool stays, std::span<const QRectF> taken, const QRectF& room) {
    if (label.width() > room.width() || label.height() > room.height()) return std::nullopt;
    using enum Qt::AlignmentFlag;
    for (const Qt::Alignment where :
         {side, Qt::Alignment(AlignRight), Qt::Alignment(AlignLeft), Qt::Alignment(AlignTop),
          Qt::Alignment(AlignBottom), AlignTop | AlignRight, AlignBottom | AlignRight, AlignTop | AlignLeft,
          AlignBottom | AlignLeft}) {
        if (stays && where != side) continue;
        QRectF box = boxBeside(mark, radius, label, where);
        // Along the side of the mark that it lies at.
        box = where & (Qt::AlignTop | Qt::AlignBottom)
                  ? QRectF(QPointF(within(box, room).left(), box.top()), label)
                  : QRectF(QPointF(box.left(), within(box, room).top()), label);
        if (room.adjusted(-0.01, -0.01, 0.01, 0.01).contains(box) &&
            std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
            return box;
    }
    return std::nullopt;
}

std::optional<QRectF> placeAtBar(const QRectF& bar, const QSizeF& label, Qt::Alignment side,
                                 std::span<const QRectF> taken, const QRectF& room) {
    constexpr double Gap = 2;
    const double right = bar.right() + Gap, left = bar.left() - Gap - label.width();
    const bool isRightFirst = side != Qt::AlignLeft;
    const double above = bar.top() - Gap - label.height(), middle = bar.center().x() - label.width() / 2;
    for (const QPointF corner :
         {QPointF(isRightFirst ? right : left, bar.top()), QPointF(isRightFirst ? left : right, bar.top()),
          QPointF(middle, above), QPointF(isRightFirst ? bar.left() : bar.right() - label.width(), above),
          QPointF(isRightFirst ? bar.right() - label.width() : bar.left(), above)}) {
        QRectF box(corner, label);
        if (box.bottom() > room.bottom()) box.moveBottom(room.bottom()); // of a low bar, beside it
        if (room.contains(box) &&
            std::ranges::none_of(taken, [&](const QRectF& other) { return other.intersects(box); }))
            return box;
    }
    return std::nullopt;
}

QRectF ChartAnnotations::placeOf(const ChartBar& bar) const {
    return QRectF(m_chart.mapToPosition({bar.left, bar.top}, bar.series),
                  m_chart.mapToPosition({bar.right, 0}, bar.series))
        .normalized();
}

std::vector<QRectF> ChartAnnotations::pieces() const {
    std::vector<QRectF> pieces;
    const QRectF plot = m_chart.plotArea();
    for (QXYSeries* line : m_lines) {
        const QList<QPointF> points = line->points();
        for (qsizetype i = 1; i < points.size(); ++i) {
            const QRectF piece =
                QRectF(m_chart.mapToPosition(points[i - 1], line), m_chart.mapToPosition(points[i], line))
                    .normalized()
                    .adjusted(-1, -1, 1, 1);
            if (piece.intersects(plot)) pieces.push_back(piece & plot);
        }
    }
    return pieces;
}

std::optional<QRectF> ChartAnnotations::placeOf(const ChartLabel& label, QPointF mark, const QSizeF& size,
                                                std::span<const QRectF> taken, std::size_t marks,
                                                const QRectF& room) const {
    double radius = 5; // of the mark that it belongs to
    std::optional<QRectF> own;
    for (const QRectF& each : taken.first(marks))
        if (std::abs(each.center().x() - mark.x()) < 1 && std::abs(each.center().y() - mark.y()) < 1) {
            radius = std::max(radius, each.width() / 2);
            own = own ? *own | each : each;
        }
    for (const ChartBar& bar : m_bars)
        if (bar.series == label.series && bar.left <= label.at.x() && label.at.x() <= bar.right)
            return placeAtBar(own ? placeOf(bar) | *own : placeOf(bar), size, label.side, taken, room);
    if (!qobject_cast<QScatterSeries*>(label.series)) return placeOnLine(mark, size, label.side, taken, room);
    return placeBeside(mark, radius, size, label.side, label.stays, taken, room);
}

std::vector<QRectF> ChartAnnotations::marks() const {
    std::vector<QRectF> marks;
    const QRectF plot = m_chart.plotArea();
    const auto add = [&](QPointF value, QAbstractSeries* series, double radius) {
        const QPointF p = m_chart.mapToPosition(value, series);
        if (plot.contains(p)) marks.emplace_back(p.x() - radius, p.y() - radius, 2 * radius, 2 * radius);
    };
    for (QAbstractSeries* series : m_chart.series()) {
        const auto* scatter = qobject_cast<QScatterSeries*>(series);
        if (!scatter || !scatter->isVisible() ||
            (scatter->color().alpha() == 0 && scatter->borderColor().alpha() == 0))
            continue;
        for (const QPointF& each : scatter->points())
            add(each, series, scatter->markerSize() / 2);
    }
    for (const ChartMark& mark : m_marks)
        add(mark.at, mark.series, mark.radius);
    for (const ChartRing& ring : m_rings)
        add(ring.at, ring.series, ring.radius + 1);
    for (const ChartBar& bar : m_bars)
        if (const QRectF box = placeOf(bar); box.intersects(plot)) marks.push_back(box & plot);
    return marks;
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
    std::vector<QRectF> taken = marks();
    const std::size_t markCount = taken.size();
    const std::vector<QRectF> lines = pieces();
    QRectF room = boundingRect().adjusted(2, 2, -8, -2); // beside the plot on the right, never over the axes
    room.setLeft(plot.left() + 2);
    room.setBottom(plot.bottom() - 2);
    if (!m_chart.title().isEmpty()) room.setTop(plot.top()); // which lies there
    for (const ChartLabel& label : m_labels) {
        const QPointF p = m_chart.mapToPosition(label.at, label.series);
        if (!visible(p)) continue;
        const QFont type = font(TextSize::Small, label.bold);
        const QFontMetricsF metrics(type);
        std::vector<QRectF> clear = taken;
        clear.insert(clear.end(), lines.begin(), lines.end());
        std::optional<QRectF> place;
        QString text;
        for (const std::vector<QRectF>* left : {&clear, &taken}) // on a line rather than nowhere
            for (const QString& each : {label.text, label.brief}) {
                if (place || each.isEmpty()) continue;
                text = each;
                const QSizeF size(metrics.horizontalAdvance(text) + 6, metrics.height());
                place = placeOf(label, p, size, *left, markCount, room);
            }
        if (!place) continue;
        const QRectF box = *place;
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
