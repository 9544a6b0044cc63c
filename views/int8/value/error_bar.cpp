// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/int8/value/value_parts.h"

#include "views/int8/value/value_text.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

namespace {

constexpr double ErrorBarHeight = 16, NameHeight = 15, SwatchWidth = 13;

// Black or white, whichever stands out.
QColor inkOn(const QColor& ground) {
    const double light = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF();
    return light > 0.55 ? QColor(0x10, 0x14, 0x1a) : QColor(Qt::white);
}

} // namespace

ErrorBar::ErrorBar(const quant::ValueTrace& trace)
    : m_total(trace.total() / static_cast<double>(trace.output.scale)) {
    std::vector<ErrorContribution> shares = errorContributions(trace.error, trace.hasBias);
    for (ErrorContribution& share : shares)
        share.value /= static_cast<double>(trace.output.scale);
    double all = 0;
    for (const ErrorContribution& share : shares)
        all += std::abs(share.value);
    for (std::size_t i = 0; i < shares.size(); ++i) {
        const ErrorContribution& share = shares[i];
        if (!share.main && std::abs(share.value) <= 0.005 * all) continue;
        m_parts.push_back({share.name, share.letter, share.value, i});
        (share.value < 0 ? m_below : m_above) += std::abs(share.value);
    }
}

double ErrorBar::height(double width) const {
    const std::vector<QPointF> places = namePlaces(width);
    const double last = places.empty() ? 0 : places.back().y();
    return ErrorBarHeight + 8 + std::max(last + NameHeight, 2 * NameHeight);
}

QString ErrorBar::nameOf(const Part& part) {
    return QStringLiteral("%1  %2 %3").arg(part.letter).arg(part.name, stepsText(part.value));
}

std::vector<QPointF> ErrorBar::namePlaces(double width) const {
    const QFontMetricsF metrics(font(TextSize::Small));
    std::vector<QPointF> places;
    double x = metrics.horizontalAdvance(tr("in steps")) + 12, y = 0;
    for (const Part& part : m_parts) {
        const double wide = SwatchWidth + metrics.horizontalAdvance(nameOf(part));
        if (x > 0 && x + wide > width) {
            x = 0;
            y += NameHeight;
        }
        places.emplace_back(x, y);
        x += wide + 14;
    }
    return places;
}

void ErrorBar::paint(QPainter& painter, const QRectF& area, const Theme& theme) const {
    const double span = m_below + m_above;
    const QRectF bar(area.left(), area.top() + 3, area.width(), ErrorBarHeight);
    const double pixels = span > 0 ? (bar.width() - 8) / span : 0;
    const double zero = bar.left() + 4 + m_below * pixels;
    double left = zero, right = zero;
    const QFont bold = font(TextSize::Small, true);
    painter.setFont(bold);
    for (const Part& part : m_parts) {
        const double width = std::abs(part.value) * pixels;
        const QRectF segment(part.value < 0 ? left - width : right, bar.top(), width, bar.height());
        (part.value < 0 ? left : right) += part.value < 0 ? -width : width;
        if (width < 0.5) continue;
        const QColor& colour = theme.categories[part.colour];
        painter.fillRect(segment, colour);
        painter.setPen(QPen(theme.surface, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(segment);
        if (width < QFontMetricsF(bold).horizontalAdvance(part.letter) + 4) continue;
        painter.setPen(inkOn(colour));
        painter.drawText(segment, Qt::AlignCenter, QString(part.letter));
    }
    // Zero, and where the whole error lies.
    painter.setPen(QPen(theme.text, 1));
    painter.drawLine(QPointF(zero, bar.top() - 3), QPointF(zero, bar.bottom() + 3));
    if (pixels > 0) {
        const double total = std::clamp(zero + m_total * pixels, bar.left(), bar.right());
        painter.setBrush(theme.text);
        painter.setPen(QPen(theme.surface, 1));
        painter.drawPolygon(QPolygonF({QPointF(total, bar.bottom() - 4), QPointF(total - 5, bar.bottom() + 4),
                                       QPointF(total + 5, bar.bottom() + 4)}));
        painter.setBrush(Qt::NoBrush);
    }
    paintNames(painter, area.adjusted(0, ErrorBarHeight + 8, 0, 0), theme);
}

// Swatch, letter, name and value, from left to right, in as many lines as it takes.
void ErrorBar::paintNames(QPainter& painter, const QRectF& area, const Theme& theme) const {
    painter.setFont(font(TextSize::Small));
    painter.setPen(theme.muted);
    painter.drawText(QRectF(area.left(), area.top(), area.width(), NameHeight),
                     Qt::AlignLeft | Qt::AlignVCenter, tr("in steps"));
    const std::vector<QPointF> places = namePlaces(area.width());
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        const QPointF at = area.topLeft() + places[i];
        painter.fillRect(QRectF(at.x(), at.y() + (NameHeight - 9) / 2, 9, 9),
                         theme.categories[m_parts[i].colour]);
        painter.setPen(theme.text);
        painter.drawText(QRectF(at.x() + SwatchWidth, at.y(), area.right() - at.x() - SwatchWidth, NameHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, nameOf(m_parts[i]));
    }
}

} // namespace edgewright::views
