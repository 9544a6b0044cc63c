// SPDX-License-Identifier: GPL-3.0-or-later
// The round marks on a box: what was fused, could be, was refused; how exact it is; that it can be opened.
#include "views/graph/picture/card_painter.h"

namespace edgewright::views {

namespace {

constexpr double Size = 16, Step = 18, Stand = 5, CharWidth = 6.4;

QColor badgeColour(const Badge& badge, const Theme& theme) {
    switch (badge.kind) {
    case Badge::Kind::Applied:
        return theme.good;
    case Badge::Kind::Possible:
        return theme.accent;
    case Badge::Kind::Refused:
        return theme.warn;
    case Badge::Kind::Numeric:
        break;
    }
    switch (badge.level) {
    case Badge::Level::Good:
        return theme.good;
    case Badge::Level::Near:
        return theme.warn;
    case Badge::Level::Bad:
        return theme.bad;
    case Badge::Level::Unknown:
        break;
    }
    return theme.muted;
}

// Drawn, not written: no font has to have them.
void sign(QPainter& painter, const QRectF& r, const Badge& badge, const QColor& ink) {
    const QPointF c = r.center();
    painter.setPen(QPen(ink, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.setBrush(Qt::NoBrush);
    const bool good = badge.kind == Badge::Kind::Applied ||
                      (badge.kind == Badge::Kind::Numeric && badge.level == Badge::Level::Good);
    if (good) {
        painter.drawPolyline(QPolygonF({c + QPointF(-3.5, 0.2), c + QPointF(-1, 3), c + QPointF(3.6, -2.8)}));
    } else if (badge.kind == Badge::Kind::Possible) {
        painter.setBrush(ink);
        painter.setPen(Qt::NoPen);
        painter.drawPolygon(QPolygonF({c + QPointF(-2.2, -3.8), c + QPointF(4, 0), c + QPointF(-2.2, 3.8)}));
    } else if (badge.kind == Badge::Kind::Numeric && badge.level == Badge::Level::Unknown) {
        painter.drawLine(c + QPointF(-3, 0), c + QPointF(3, 0));
    } else if (badge.kind == Badge::Kind::Numeric && badge.level == Badge::Level::Bad) {
        painter.drawLine(c + QPointF(-3, -3), c + QPointF(3, 3));
        painter.drawLine(c + QPointF(-3, 3), c + QPointF(3, -3));
    } else {
        painter.drawLine(c + QPointF(0, -4), c + QPointF(0, 0.8));
        painter.drawPoint(c + QPointF(0, 4));
    }
}

} // namespace

// From the upper right corner to the left, clear of the category's letter. Where a box is narrow, the numbers
// go and their signs stay; from far away a number that is as it should be goes altogether.
std::vector<QRectF> badgeRects(const QRectF& box, const std::vector<Badge>& badges, double zoom) {
    const auto full = [](const Badge& badge) {
        return badge.text.isEmpty() ? Size : Size + CharWidth * static_cast<double>(badge.text.size()) + 6;
    };
    double needed = 0;
    for (const Badge& badge : badges)
        needed += full(badge) + Step - Size;
    const bool texts = needed <= box.width() && zoom >= FullDetail;
    std::vector<QRectF> rects;
    double right = box.right() + Stand + Size / 2;
    for (const Badge& badge : badges) {
        if (badge.kind == Badge::Kind::Numeric && badge.level == Badge::Level::Good && zoom < FullDetail) {
            rects.emplace_back();
            continue;
        }
        const double width = texts ? full(badge) : Size;
        rects.emplace_back(right - width, box.top() - Stand - Size / 2, width, Size);
        right -= width + Step - Size;
    }
    return rects;
}

QRectF handleRect(const QRectF& box) {
    return {box.right() - Size / 2 + Stand, box.center().y() - Size / 2 + 4, Size, Size};
}

void CardPainter::badges(const std::vector<Card>& cards) {
    m_painter.setRenderHint(QPainter::Antialiasing, true);
    for (const Card& card : cards) {
        if (card.box->kind != SceneBox::Kind::Node || card.opacity < 1) continue;
        if (hasHandle(*card.box)) {
            const QRectF handle = handleRect(card.rect);
            m_painter.setPen(QPen(faded(warm(*card.box) ? m_theme.after : m_theme.muted, card), 1));
            m_painter.setBrush(m_theme.surface);
            m_painter.drawEllipse(handle);
            m_painter.setPen(QPen(faded(m_theme.text, card), 1.4, Qt::SolidLine, Qt::RoundCap));
            const QPointF c = handle.center();
            if (card.box->openable) {
                m_painter.drawLine(c - QPointF(3.5, 0), c + QPointF(3.5, 0));
                m_painter.drawLine(c - QPointF(0, 3.5), c + QPointF(0, 3.5));
            } else {
                m_painter.drawPolyline(
                    QPolygonF({c + QPointF(-1.5, -3.5), c + QPointF(2, 0), c + QPointF(-1.5, 3.5)}));
            }
        }
        if (card.box->member.valid() || card.box->module.valid() || m_options.badges.empty()) continue;
        const auto found = m_options.badges.find(card.box->node);
        if (found == m_options.badges.end()) continue;
        const std::vector<QRectF> rects = badgeRects(card.rect, found->second, m_options.zoom);
        for (std::size_t i = 0; i < rects.size(); ++i) {
            if (rects[i].isEmpty()) continue;
            const Badge& badge = found->second[i];
            const QColor ink = m_theme.dark ? QColor(Qt::black) : QColor(Qt::white);
            m_painter.setPen(QPen(m_theme.background, 1.5));
            m_painter.setBrush(faded(badgeColour(badge, m_theme), card));
            m_painter.drawRoundedRect(rects[i], Size / 2, Size / 2);
            sign(m_painter, QRectF(rects[i].topLeft(), QSizeF(Size, Size)), badge, ink);
            if (badge.text.isEmpty() || rects[i].width() <= Size) continue;
            m_painter.setFont(m_ink.small.font());
            m_painter.setPen(ink);
            m_ink.small.drawCentred(m_painter, rects[i].adjusted(Size - 2, 0, -2, 0), badge.text);
        }
    }
}

} // namespace edgewright::views
