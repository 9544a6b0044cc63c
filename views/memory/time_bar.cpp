// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/time_bar.h"

#include "views/support/icon.h"
#include "views/support/layouts.h"
#include "views/support/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QToolButton>

namespace edgewright::views {

TimeBar::TimeBar(QWidget* parent)
    : QWidget(parent), m_back(new QToolButton(this)), m_play(new QToolButton(this)),
      m_forward(new QToolButton(this)), m_peak(new QToolButton(this)), m_clear(new QToolButton(this)),
      m_speed(new QComboBox(this)), m_text(new QLabel(this)) {
    const auto button = [](QToolButton* made, const char* name, const QString& text) {
        made->setObjectName(QString::fromLatin1(name));
        made->setAutoRaise(true);
        made->setMinimumSize(26, 26);
        made->setAccessibleName(text);
        made->setToolTip(text);
    };
    button(m_back, "timeBack", tr("One step back (Left)"));
    button(m_play, "timePlay", tr("Run through the arena (Space)"));
    button(m_forward, "timeForward", tr("One step forward (Right)"));
    button(m_peak, "timePeak", tr("Go to the step with the most bytes alive (P)"));
    m_peak->setText(tr("Peak"));
    m_peak->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button(m_clear, "timeClear", tr("Leave the step (Esc)"));
    m_play->setCheckable(true);
    m_speed->setObjectName(QStringLiteral("timeSpeed"));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Steps per second"));
    for (const int speed : {1, 2, 4, 8, 16, 32})
        m_speed->addItem(tr("%1 steps/s").arg(speed), speed);
    m_speed->setCurrentIndex(2);
    m_text->setObjectName(QStringLiteral("timeText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = rowIn(this, {}, 4);
    for (QToolButton* each : {m_back, m_play, m_forward})
        row->addWidget(each);
    row->addWidget(m_peak);
    row->addWidget(m_speed);
    row->addSpacing(8);
    row->addWidget(m_text, 1);
    row->addWidget(m_clear);

    connect(m_back, &QToolButton::clicked, this, [this] { emit stepped(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { emit stepped(1); });
    connect(m_peak, &QToolButton::clicked, this, &TimeBar::peakWanted);
    connect(m_play, &QToolButton::toggled, this, &TimeBar::play);
    connect(m_clear, &QToolButton::clicked, this, [this] { emit cleared(); });
    connect(m_speed, &QComboBox::currentIndexChanged, this,
            [this] { m_timer.setInterval(1000 / m_speed->currentData().toInt()); });
    m_timer.setInterval(1000 / m_speed->currentData().toInt());
    connect(&m_timer, &QTimer::timeout, this, [this] { emit stepped(1); });
    tint();
    say({}, false);
}

void TimeBar::say(const QString& text, bool cursor) {
    m_full = cursor ? text : tr("Click a step axis to look into a step.");
    m_text->setForegroundRole(cursor ? QPalette::WindowText : QPalette::PlaceholderText);
    m_text->setToolTip(cursor ? text : QString());
    m_clear->setVisible(cursor);
    elide();
}

void TimeBar::play(bool on) {
    const QSignalBlocker silent(m_play);
    m_play->setChecked(on);
    if (on == m_timer.isActive()) return tint();
    if (on)
        m_timer.start();
    else
        m_timer.stop();
    tint();
    if (on) emit playStarted();
}

void TimeBar::elide() {
    m_text->setText(m_text->fontMetrics().elidedText(m_full, Qt::ElideRight, m_text->width()));
}

void TimeBar::tint() {
    const QColor colour = Theme::forPalette(palette()).text;
    m_back->setIcon(lineIcon(QStringLiteral(":/icons/step-back.svg"), colour));
    m_forward->setIcon(lineIcon(QStringLiteral(":/icons/step-forward.svg"), colour));
    m_clear->setIcon(lineIcon(QStringLiteral(":/icons/close.svg"), colour));
    m_peak->setIcon(lineIcon(QStringLiteral(":/icons/peak.svg"), colour));
    m_play->setIcon(
        lineIcon(playing() ? QStringLiteral(":/icons/pause.svg") : QStringLiteral(":/icons/play.svg"), colour));
}

void TimeBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

void TimeBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate();
    elide();
}

} // namespace edgewright::views
