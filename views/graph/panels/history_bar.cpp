// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/history_bar.h"

#include "views/support/fusion_edits.h"
#include "views/support/icon.h"
#include "views/support/plain_tip.h"
#include "views/support/short_name.h"
#include "views/support/theme.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

namespace {

constexpr int PlayMilliseconds = 900, MaxSliderWord = 36;

} // namespace

HistoryBar::HistoryBar(QWidget* parent)
    : QWidget(parent), m_back(new QToolButton(this)), m_play(new QToolButton(this)),
      m_forward(new QToolButton(this)), m_slider(new QSlider(Qt::Horizontal, this)), m_count(new QLabel(this)),
      m_text(new QLabel(this)) {
    setObjectName(QStringLiteral("historyBar"));
    const auto button = [](QToolButton* made, const char* name, const QString& text) {
        made->setObjectName(QString::fromLatin1(name));
        made->setAutoRaise(true);
        made->setAccessibleName(text);
        made->setToolTip(text);
    };
    button(m_back, "historyBack", tr("One step back ([)"));
    button(m_play, "historyPlay", tr("Play the steps (Ctrl+])"));
    button(m_forward, "historyForward", tr("One step forward (])"));
    m_play->setCheckable(true);
    m_slider->setObjectName(QStringLiteral("historySlider"));
    m_slider->setAccessibleName(tr("Fusion steps that are applied"));
    m_slider->setMinimumWidth(120);
    m_slider->setMaximumWidth(280);
    m_slider->setPageStep(5);
    m_count->setObjectName(QStringLiteral("historyCount"));
    m_text->setObjectName(QStringLiteral("historyText"));
    m_text->setTextFormat(Qt::PlainText);
    m_text->setForegroundRole(QPalette::PlaceholderText);
    m_text->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(8, 2, 8, 0);
    row->setSpacing(4);
    for (QToolButton* each : {m_back, m_play, m_forward})
        row->addWidget(each);
    row->addWidget(m_slider, 1);
    row->addSpacing(4);
    row->addWidget(m_count);
    row->addSpacing(8);
    row->addWidget(m_text, 3);

    connect(m_back, &QToolButton::clicked, this, [this] { stepBy(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { stepBy(1); });
    connect(m_play, &QToolButton::toggled, this, &HistoryBar::play);
    connect(m_slider, &QSlider::valueChanged, this, [this] {
        describe();
        emit stepChanged(step());
    });
    m_timer.setInterval(PlayMilliseconds);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        stepBy(1);
        if (atEnd()) play(false);
    });
    tint();
    setHistory(nullptr);
}

void HistoryBar::setHistory(std::shared_ptr<const fusion::History> history) {
    if (history && history == m_history) return;
    play(false);
    m_history = std::move(history);
    const int count = m_history ? static_cast<int>(m_history->steps.size()) : 0;
    const QSignalBlocker silent(m_slider);
    m_slider->setRange(0, count);
    m_slider->setValue(count);
    setEnabled(count > 0);
    describe();
}

std::size_t HistoryBar::step() const { return static_cast<std::size_t>(m_slider->value()); }

bool HistoryBar::atEnd() const { return m_slider->value() == m_slider->maximum(); }

void HistoryBar::setStep(std::size_t step) {
    m_slider->setValue(static_cast<int>(std::min(step, static_cast<std::size_t>(m_slider->maximum()))));
}

void HistoryBar::stepBy(int steps) { m_slider->setValue(m_slider->value() + steps); }

void HistoryBar::play(bool on) {
    const QSignalBlocker silent(m_play);
    m_play->setChecked(on);
    tint();
    if (!on) return m_timer.stop();
    if (!atEnd()) return m_timer.start();
    m_slider->setValue(0);
}

bool HistoryBar::isPlaying() const { return m_play->isChecked(); }

void HistoryBar::arrived() {
    if (isPlaying() && !m_timer.isActive()) m_timer.start();
}

void HistoryBar::describe() {
    const std::size_t at = step();
    m_back->setEnabled(at > 0);
    m_forward->setEnabled(!atEnd());
    m_count->setText(m_history ? tr("step %1 of %2").arg(at).arg(m_slider->maximum()) : QString());
    QString text;
    if (m_history && m_slider->maximum() == 0)
        text = tr("nothing was fused");
    else if (m_history && at == 0)
        text = tr("the original graph");
    else if (m_history)
        text = stepSentence(m_history->steps[at - 1]);
    m_text->setToolTip(plainTip(text));
    m_short = shortNames(text, MaxSliderWord);
    elide();
}

void HistoryBar::elide() {
    m_text->setText(m_text->fontMetrics().elidedText(m_short, Qt::ElideRight, m_text->width()));
}

void HistoryBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate();
    elide();
}

void HistoryBar::tint() {
    const QColor colour = Theme::forPalette(palette()).text;
    m_back->setIcon(lineIcon(QStringLiteral(":/icons/step-back.svg"), colour));
    m_forward->setIcon(lineIcon(QStringLiteral(":/icons/step-forward.svg"), colour));
    m_play->setIcon(
        lineIcon(m_play->isChecked() ? QStringLiteral(":/icons/pause.svg") : QStringLiteral(":/icons/play.svg"),
                 colour));
}

void HistoryBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space)
        play(!isPlaying());
    else
        QWidget::keyPressEvent(event);
}

void HistoryBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
