// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/chart/label_placer.h"

#include <QFontMetricsF>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr double LabelPadding = 4; // pixels left and right of the text

QRectF labelBox(const QSizeF& size, const LabelSpot& spot, const QRectF& inside) {
    QRectF box(QPointF(), size);
    box.moveCenter(spot.at);
    if (spot.edges & Qt::AlignLeft) box.moveLeft(spot.at.x());
    if (spot.edges & Qt::AlignRight) box.moveRight(spot.at.x());
    if (spot.edges & Qt::AlignTop) box.moveTop(spot.at.y());
    if (spot.edges & Qt::AlignBottom) box.moveBottom(spot.at.y());
    box.moveLeft(std::clamp(box.left(), inside.left(), inside.right() - size.width()));
    return box;
}

} // namespace

LabelPlacer::LabelPlacer(QPainter& painter, const Theme& theme, const QRectF& inside)
    : m_painter(painter), m_theme(theme), m_inside(inside), m_font(views::font(TextSize::Small)) {}

bool LabelPlacer::isFree(const QRectF& rect) const {
    return std::ranges::none_of(m_taken, [&](const QRectF& taken) { return taken.intersects(rect); });
}

QRectF LabelPlacer::place(std::initializer_list<QString> texts, std::initializer_list<LabelSpot> spots,
                          const QColor& ink) {
    const QFontMetricsF metrics(m_font);
    const auto clearOfLines = [&](const QRectF& box) {
        return std::ranges::none_of(m_avoided, [&](const QRectF& line) { return line.intersects(box); });
    };
    for (const QString& text : texts) {
        const QSizeF size(metrics.horizontalAdvance(text) + 2 * LabelPadding, metrics.height());
        if (size.width() > m_inside.width() || size.height() > m_inside.height()) continue;
        for (const bool overLines : {false, true})
            for (const LabelSpot& spot : spots) {
                const QRectF box = labelBox(size, spot, m_inside);
                if (box.top() < m_inside.top() || box.bottom() > m_inside.bottom() || !isFree(box) ||
                    (!overLines && !clearOfLines(box)))
                    continue;
                m_painter.fillRect(box, m_theme.surface);
                m_painter.setFont(m_font);
                m_painter.setPen(ink.isValid() ? ink : m_theme.text);
                m_painter.drawText(box, Qt::AlignCenter, text);
                take(box);
                return box;
            }
    }
    return {};
}

QString fitting(std::initializer_list<QString> texts, const QFontMetricsF& metrics, double width) {
    for (const QString& text : texts)
        if (metrics.horizontalAdvance(text) <= width) return text;
    return texts.size() == 0 ? QString() : metrics.elidedText(*(texts.end() - 1), Qt::ElideMiddle, width);
}

} // namespace edgewright::views
