// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/hover_card.h"

#include "views/support/theme.h"

#include <QScreen>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int Delay = 120, CardGap = 12, MaxWidth = 420;

} // namespace

HoverCard::HoverCard(QWidget* over) : QLabel(over, Qt::ToolTip | Qt::FramelessWindowHint) {
    setObjectName(QStringLiteral("hoverCard"));
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_ShowWithoutActivating);
    setTextFormat(Qt::RichText);
    setMargin(8);
    setFrameShape(QFrame::StyledPanel);
    m_delay.setSingleShot(true);
    m_delay.setInterval(Delay);
    connect(&m_delay, &QTimer::timeout, this, &HoverCard::open);
    hide();
}

void HoverCard::say(const QString& text, QPoint at, const QRect& avoid) {
    if (text.isEmpty()) return away();
    m_at = at;
    m_avoid = avoid;
    if (text == m_text) return;
    m_text = text;
    if (isVisible())
        open(); // from one box to the next without waiting again
    else
        m_delay.start();
}

void HoverCard::away() {
    m_text.clear();
    m_delay.stop();
    hide();
}

void HoverCard::open() {
    const QWidget* below = parentWidget();
    if (m_text.isEmpty() || !below->isVisible()) return;
    const Theme& theme = Theme::forPalette(below->palette());
    QPalette colours = theme.palette();
    colours.setColor(QPalette::Window, theme.surface);
    colours.setColor(QPalette::WindowText, theme.text);
    setPalette(colours);
    setAutoFillBackground(true);
    setWordWrap(false);
    setText(m_text);
    QSize size = sizeHint();
    if (size.width() > MaxWidth) {
        setWordWrap(true);
        size = QSize(MaxWidth, heightForWidth(MaxWidth));
    }
    // To the right of what it describes, else to the left, else below the pointer.
    const QRect room = below->screen()->availableGeometry();
    const QRect avoid(below->mapToGlobal(m_avoid.topLeft()), m_avoid.size());
    const QPoint at = below->mapToGlobal(m_at);
    QPoint corner(avoid.right() + CardGap, avoid.top());
    if (corner.x() + size.width() > room.right()) corner.setX(avoid.left() - CardGap - size.width());
    if (corner.x() < room.left()) corner = at + QPoint(CardGap, 2 * CardGap);
    corner.setX(std::clamp(corner.x(), room.left(), std::max(room.left(), room.right() - size.width())));
    corner.setY(std::clamp(corner.y(), room.top(), std::max(room.top(), room.bottom() - size.height())));
    setGeometry(QRect(corner, size));
    show();
}

} // namespace edgewright::views
