// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/value_parts.h"

#include "views/int8/value/value_text.h"
#include "views/support/quantity.h"
#include "views/support/theme.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double PathTitle = 18, PathFoot = 16; // heights
constexpr double NearRails = 4;                 // rails are shown when the path fills that part of their room
constexpr double BeyondRails = 2.5;             // exact sums are followed that far outside, in rails

} // namespace

AccumulatorPath::AccumulatorPath(const quant::ValueTrace& trace)
    : m_trace(trace), m_rail(std::ldexp(1.0, trace.options.accumulatorBits - 1)) {
    m_low = static_cast<double>(trace.low);
    m_high = static_cast<double>(trace.high);
    if (showsRails()) {
        m_low = std::clamp(m_low, -BeyondRails * m_rail, -1.15 * m_rail);
        m_high = std::clamp(m_high, 1.15 * m_rail, BeyondRails * m_rail);
    }
    const double room = std::max(0.06 * (m_high - m_low), 1.0);
    m_low -= room;
    m_high += room;
}

bool AccumulatorPath::showsRails() const {
    const auto largest = static_cast<double>(std::max(m_trace.high, -m_trace.low));
    return m_trace.overflows > 0 || largest * NearRails >= m_rail;
}

std::int64_t AccumulatorPath::held(std::size_t point) const {
    if (point == 0) return 0;
    if (isCorrection(point)) return m_trace.correctedHeld;
    return point <= m_trace.terms.size() ? m_trace.terms[point - 1].held : m_trace.held;
}

std::int64_t AccumulatorPath::exact(std::size_t point) const {
    if (point == 0) return 0;
    if (isCorrection(point)) return m_trace.correctedExact;
    return point <= m_trace.terms.size() ? m_trace.terms[point - 1].exact : m_trace.exact;
}

bool AccumulatorPath::overflowsAt(std::size_t point) const {
    if (point == 0) return false;
    if (isCorrection(point)) return m_trace.correctionOverflows;
    return point <= m_trace.terms.size() ? m_trace.terms[point - 1].overflows : m_trace.biasOverflows;
}

QString AccumulatorPath::title() const {
    const QString bits = groupedText(m_trace.options.accumulatorBits);
    return m_trace.overflows > 0
               ? tr("%1-bit accumulator, overflows: %2").arg(bits, groupedText(m_trace.overflows))
               : tr("Accumulator: %1 of %2 bits used").arg(groupedText(m_trace.bitsNeeded), bits);
}

AccumulatorPath::Axes AccumulatorPath::axes(const QRectF& area) const {
    const QFontMetricsF metrics(font(TextSize::Small));
    double labels = 0;
    for (const double end : {m_low, m_high})
        labels = std::max(labels,
                          metrics.horizontalAdvance(groupedText(static_cast<std::int64_t>(std::llround(end)))));
    return {area.adjusted(labels + 6, PathTitle, -8, -PathFoot), m_low, m_high, points() - 1};
}

std::vector<QPolygonF> AccumulatorPath::lines(const Axes& axes, bool exact) const {
    const auto value = [&](std::size_t point) {
        return static_cast<double>(exact ? this->exact(point) : held(point));
    };
    // First, lowest, highest and last point of each pixel column.
    std::vector<std::size_t> kept;
    const auto columns = static_cast<std::size_t>(std::max(axes.plot.width(), 1.0));
    const std::size_t each = std::max<std::size_t>(points() / (2 * columns), 1);
    for (std::size_t first = 0; first < points(); first += each) {
        const std::size_t last = std::min(first + each, points()) - 1;
        std::size_t low = first, high = first;
        for (std::size_t point = first; point <= last; ++point) {
            if (value(point) < value(low)) low = point;
            if (value(point) > value(high)) high = point;
        }
        for (const std::size_t point : {first, std::min(low, high), std::max(low, high), last})
            if (kept.empty() || kept.back() < point) kept.push_back(point);
    }
    std::vector<QPolygonF> result(1);
    const auto inside = [&](double v) { return v >= axes.low && v <= axes.high; };
    for (std::size_t i = 0; i + 1 < kept.size(); ++i) {
        const double from = value(kept[i]), to = value(kept[i + 1]);
        const QPointF a(axes.x(kept[i]), axes.y(from)), b(axes.x(kept[i + 1]), axes.y(to));
        if ((from > axes.high && to > axes.high) || (from < axes.low && to < axes.low)) continue;
        const auto crossing = [&](double v) { // on the way from a to b, at the edge that v is behind
            const double edge = v > axes.high ? axes.high : axes.low;
            return a + (b - a) * ((edge - from) / (to - from));
        };
        const QPointF start = inside(from) ? a : crossing(from), end = inside(to) ? b : crossing(to);
        if (result.back().isEmpty() || result.back().last() != start) result.push_back(QPolygonF({start}));
        result.back().append(end);
    }
    return result;
}

void AccumulatorPath::paintRails(QPainter& painter, const Axes& axes, const Theme& theme) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    for (const double rail : {-m_rail, m_rail - 1}) {
        const double y = axes.y(rail);
        const QRectF beyond =
            rail < 0 ? QRectF(axes.plot.left(), y, axes.plot.width(), axes.plot.bottom() - y)
                     : QRectF(axes.plot.left(), axes.plot.top(), axes.plot.width(), y - axes.plot.top());
        painter.fillRect(beyond, mixed(theme.bad, theme.surface, 0.1));
        painter.setPen(QPen(theme.bad, 1, Qt::DashLine));
        painter.drawLine(QPointF(axes.plot.left(), y), QPointF(axes.plot.right(), y));
        const QString text = rail < 0
                                 ? QChar(0x2212) + powerOfTwo(m_trace.options.accumulatorBits - 1)
                                 : powerOfTwo(m_trace.options.accumulatorBits - 1) + QStringLiteral(" − 1");
        painter.setPen(theme.bad);
        const double width = metrics.horizontalAdvance(text) + 2;
        painter.drawText(QRectF(axes.plot.right() - width - 3, rail < 0 ? y + 1 : y - metrics.height() - 1,
                                width, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    }
}

void AccumulatorPath::paintOverflows(QPainter& painter, const Axes& axes, const Theme& theme) const {
    painter.setPen(QPen(theme.bad, 1.2));
    double last = -10; // one cross for several that would lie on one another
    for (std::size_t point = 1; point < points(); ++point) {
        if (!overflowsAt(point)) continue;
        const double x = axes.x(point), y = axes.y(static_cast<double>(held(point)));
        if (x - last < 4) continue;
        last = x;
        painter.drawLine(QPointF(x - 2.5, y - 2.5), QPointF(x + 2.5, y + 2.5));
        painter.drawLine(QPointF(x - 2.5, y + 2.5), QPointF(x + 2.5, y - 2.5));
    }
}

void AccumulatorPath::paintMark(QPainter& painter, const Axes& axes, const Theme& theme,
                                std::size_t marked) const {
    const double x = axes.x(marked), y = axes.y(static_cast<double>(held(marked)));
    painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
    painter.drawLine(QPointF(x, axes.plot.top()), QPointF(x, axes.plot.bottom()));
    painter.setPen(QPen(theme.surface, 1.5));
    painter.setBrush(theme.accent);
    painter.drawEllipse(QPointF(x, y), 4, 4);
    painter.setBrush(Qt::NoBrush);
    const QFont bold = font(TextSize::Small, true);
    const QFontMetricsF metrics(bold);
    const QString text = groupedText(held(marked));
    const double width = metrics.horizontalAdvance(text) + 6;
    const double left = x + 6 + width <= axes.plot.right() ? x + 6 : x - 6 - width;
    const double top =
        std::clamp(y - metrics.height() - 2, axes.plot.top(), axes.plot.bottom() - metrics.height());
    const QRectF label(left, top, width, metrics.height());
    painter.fillRect(label, mixed(theme.surface, theme.accent, 0.88));
    painter.setFont(bold);
    painter.setPen(theme.accent);
    painter.drawText(label, Qt::AlignCenter, text);
}

// Both ends and zero, and how many terms there are.
void AccumulatorPath::paintScale(QPainter& painter, const Axes& axes, const Theme& theme) const {
    const QFont small = font(TextSize::Small);
    const QFontMetricsF metrics(small);
    painter.setFont(small);
    const double step = roundedScale((axes.high - axes.low) / std::max(2.0, axes.plot.height() / 28));
    for (double tick = std::ceil(axes.low / step) * step; tick <= axes.high; tick += step) {
        const double y = axes.y(tick);
        const bool zero = std::abs(tick) < step / 2;
        painter.setPen(QPen(zero ? theme.muted : mixed(theme.line, theme.surface, 0.6), zero ? 1.0 : 0.6));
        painter.drawLine(QPointF(axes.plot.left(), y), QPointF(axes.plot.right(), y));
        painter.setPen(theme.muted);
        const double middle = std::clamp(y, axes.plot.top() + 4, axes.plot.bottom() - 2);
        painter.drawText(QRectF(axes.plot.left() - 200, middle - metrics.height() / 2, 196, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter,
                         groupedText(static_cast<std::int64_t>(std::llround(tick))));
    }
    paintFoot(painter, axes, theme);
}

// How many terms there are; where two lines are shown, which is which.
void AccumulatorPath::paintFoot(QPainter& painter, const Axes& axes, const Theme& theme) const {
    const QFontMetricsF metrics(font(TextSize::Small));
    const QRectF foot(axes.plot.left(), axes.plot.bottom() + 1, axes.plot.width(), PathFoot - 1);
    double left = foot.left();
    const auto write = [&](const QString& text, const QColor& colour) {
        painter.setPen(colour);
        painter.drawText(QRectF(left, foot.top(), foot.right() - left, foot.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        left += metrics.horizontalAdvance(text) + 8;
    };
    if (m_trace.overflows > 0) {
        write(tr("held"), theme.after);
        write(tr("exact (dashed)"), theme.before);
    } else {
        write(QStringLiteral("0"), theme.muted);
    }
    const QString terms = groupedText(static_cast<std::int64_t>(m_trace.terms.size()));
    for (const QString& text : {m_trace.hasBias ? tr("%1 terms, bias").arg(terms) : tr("%1 terms").arg(terms),
                                tr("%1 terms").arg(terms)}) {
        if (left + metrics.horizontalAdvance(text) > foot.right()) continue;
        painter.setPen(theme.muted);
        painter.drawText(foot, Qt::AlignRight | Qt::AlignVCenter, text);
        return;
    }
}

void AccumulatorPath::paint(QPainter& painter, const QRectF& area, const Theme& theme,
                            std::size_t marked) const {
    const Axes axes = this->axes(area);
    if (axes.plot.width() < 20 || axes.plot.height() < 20) return;
    const QFont bold = font(TextSize::Small, true);
    painter.setFont(bold);
    painter.setPen(m_trace.overflows > 0 ? theme.bad : theme.text);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), PathTitle - 2),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     QFontMetricsF(bold).elidedText(title(), Qt::ElideRight, area.width()));
    if (showsRails()) paintRails(painter, axes, theme);
    paintScale(painter, axes, theme);
    painter.setBrush(Qt::NoBrush);
    if (m_trace.overflows > 0) {
        painter.setPen(QPen(theme.before, 1.2, Qt::DashLine));
        for (const QPolygonF& line : lines(axes, true))
            painter.drawPolyline(line);
    }
    painter.setPen(QPen(theme.after, 1.6));
    for (const QPolygonF& line : lines(axes, false))
        painter.drawPolyline(line);
    paintOverflows(painter, axes, theme);
    paintMark(painter, axes, theme, std::min(marked, points() - 1));
}

std::optional<std::size_t> AccumulatorPath::pointAt(const QRectF& area, QPointF at) const {
    const Axes axes = this->axes(area);
    if (!axes.plot.adjusted(-3, 0, 3, 0).contains(at)) return std::nullopt;
    const double share = (at.x() - axes.plot.left()) / std::max(axes.plot.width(), 1.0);
    return static_cast<std::size_t>(
        std::lround(std::clamp(share, 0.0, 1.0) * static_cast<double>(points() - 1)));
}

} // namespace edgewright::views
