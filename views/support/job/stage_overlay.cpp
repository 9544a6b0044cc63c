// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/job/stage_overlay.h"

#include "views/support/theme.h"

#include <QEvent>
#include <QPainter>

namespace edgewright::views {

StageOverlay::StageOverlay(QWidget* content) : QWidget(content), m_retry(new QPushButton(tr("Retry"), this)) {
    m_retry->hide();
    connect(m_retry, &QPushButton::clicked, this, [this] { emit retryRequested(m_cancelled); });
    content->installEventFilter(this);
    resize(content->size());
    m_timer.setInterval(30);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        m_phase = (m_phase + 1) % 100;
        update(0, 0, width(), 3);
    });
    hide();
}

void StageOverlay::display(const QString& message, bool pending, const QString& cancelled) {
    m_cancelled = cancelled;
    m_message = cancelled.isEmpty() ? message : tr("Cancelled.");
    m_pending = pending;
    setAccessibleName(m_message);
    // A dimmed result can still be looked at and clicked; a sentence in its place cannot.
    setAttribute(Qt::WA_TransparentForMouseEvents, m_message.isEmpty());
    setVisible(!m_message.isEmpty() || pending);
    m_retry->setVisible(!cancelled.isEmpty());
    placeRetry();
    if (pending)
        m_timer.start();
    else
        m_timer.stop();
    raise();
    update();
}

bool StageOverlay::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        resize(parentWidget()->size());
        placeRetry();
    }
    return QWidget::eventFilter(watched, event);
}

// Below the sentence.
void StageOverlay::placeRetry() {
    m_retry->adjustSize();
    m_retry->move((width() - m_retry->width()) / 2, height() / 2 + fontMetrics().height());
}

void StageOverlay::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    QColor veil = theme.background;
    if (m_message.isEmpty() || !m_cancelled.isEmpty()) veil.setAlphaF(m_cancelled.isEmpty() ? 0.55f : 0.8f);
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
