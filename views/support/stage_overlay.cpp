// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/stage_overlay.h"

#include "views/support/theme.h"

#include <QEvent>
#include <QPainter>

namespace edgewright::views {

StageOverlay::StageOverlay(QWidget* content) : QWidget(content) {
    content->installEventFilter(this);
    resize(content->size());
    m_timer.setInterval(30);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_phase = (m_phase + 1) % 100;
        update(0, 0, width(), 3);
    });
    hide();
}

void StageOverlay::display(const QString& message, bool pending) {
    m_message = message;
    m_pending = pending;
    setAccessibleName(message);
    // A dimmed result can still be looked at and clicked; a sentence in its place cannot.
    setAttribute(Qt::WA_TransparentForMouseEvents, message.isEmpty());
    setVisible(!message.isEmpty() || pending);
    if (pending)
        m_timer.start();
    else
        m_timer.stop();
    raise();
    update();
}

bool StageOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) resize(parentWidget()->size());
    return QWidget::eventFilter(watched, event);
}

void StageOverlay::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    QColor veil = theme.background;
    if (m_message.isEmpty()) veil.setAlphaF(0.55f);
    painter.fillRect(rect(), veil);
    if (!m_message.isEmpty()) {
        painter.setPen(theme.muted);
        painter.setFont(views::font(TextSize::Body));
        painter.drawText(rect().adjusted(32, 16, -32, -16), Qt::AlignCenter | Qt::TextWordWrap, m_message);
    }
    if (m_pending) {
        const double span = width() * 0.25;
        const double x = (width() + span) * m_phase / 100.0 - span;
        painter.fillRect(QRectF(x, 0, span, 2), theme.accent);
    }
}

} // namespace edgewright::views
