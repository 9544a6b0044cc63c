// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/canvas/callout.h"

#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int MinMilliseconds = 5000, MillisecondsPerLetter = 60, Widest = 560, MaxCalloutWord = 48;

} // namespace

Callout::Callout(QWidget* over, int top) : QFrame(over), m_top(top), m_text(new QLabel(this)) {
    setObjectName(QStringLiteral("callout"));
    m_text->setObjectName(QStringLiteral("calloutText"));
    m_text->setWordWrap(true);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* close = new QToolButton(this);
    close->setText(QStringLiteral("×"));
    close->setAutoRaise(true);
    close->setAccessibleName(tr("Close"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* row = rowIn(this, {16, 8, 8, 8}, 8);
    row->addWidget(m_text, 1);
    row->addWidget(close, 0, Qt::AlignTop);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &QWidget::hide);
    over->installEventFilter(this);
    hide();
}

QString Callout::text() const { return m_text->text(); }

void Callout::say(const QString& text, Tone tone) {
    m_tone = tone;
    m_text->setText(shortNames(text, MaxCalloutWord));
    m_text->setToolTip(plainTip(text));
    setAccessibleName(text);
    place();
    show();
    raise();
    m_timer.start(std::max(MinMilliseconds, MillisecondsPerLetter * static_cast<int>(text.size())));
}

void Callout::place() {
    const int most = std::min(Widest, parentWidget()->width() - 32);
    const int inner = std::min(most - 72, m_text->fontMetrics().horizontalAdvance(m_text->text()) + 8);
    m_text->setFixedWidth(std::max(80, inner));
    m_text->setFixedHeight(m_text->heightForWidth(m_text->width()));
    layout()->activate();
    adjustSize();
    move((parentWidget()->width() - width()) / 2, m_top);
}

bool Callout::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && isVisible()) place();
    return QFrame::eventFilter(watched, event);
}

void Callout::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::forPalette(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor tone = m_tone == Tone::Reason ? theme.warn : theme.good;
    painter.setPen(QPen(tone, 1));
    painter.setBrush(theme.raised);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.fillRect(QRectF(1, 4, 4, height() - 8), tone);
}

} // namespace edgewright::views
