// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/accelerator/array/array_transport.h"

#include "views/support/figure/slide.h"
#include "views/support/icon.h"
#include "views/support/layouts.h"
#include "views/support/theme.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr std::array Speeds{1, 4, 16, 60, 250, 1000, 4000, 16000}; // cycles per second
constexpr int DefaultSpeed = 2;                                    // index
constexpr int SuggestedSeconds = 8;
constexpr qint64 SliderSteps = 10000; // longer folds go in strides

} // namespace

ArrayTransport::ArrayTransport(QWidget* parent) : QWidget(parent) {
    auto* row = rowIn(this, {}, 4);
    m_foldBack = addButton("arrayFoldBack", tr("Previous fold (Up)"));
    m_back = addButton("arrayBack", tr("One cycle back (Left)"));
    m_play = addButton("arrayPlay", tr("Play the cycles (Space)"));
    m_play->setCheckable(true);
    m_forward = addButton("arrayForward", tr("One cycle forward (Right)"));
    m_foldForward = addButton("arrayFoldForward", tr("Next fold (Down)"));
    for (QToolButton* each : {m_back, m_forward}) {
        each->setAutoRepeat(true);
        each->setAutoRepeatInterval(60);
    }
    m_slider = new QSlider(Qt::Horizontal, this);
    m_slider->setObjectName(u"arrayCycle"_s);
    m_slider->setAccessibleName(tr("Cycle of the fold"));
    m_slider->setToolTip(tr("Cycle of the fold"));
    m_slider->setMinimumWidth(60);
    m_speed = new QComboBox(this);
    m_speed->setObjectName(u"arraySpeed"_s);
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("Cycles per second"));
    for (const int speed : Speeds)
        m_speed->addItem(tr("%1 cycles/s").arg(speed), speed);
    m_speed->setCurrentIndex(DefaultSpeed);
    row->addWidget(m_slider, 1);
    row->addWidget(m_speed);

    connect(m_foldBack, &QToolButton::clicked, this, [this] { emit foldStepped(-1); });
    connect(m_foldForward, &QToolButton::clicked, this, [this] { emit foldStepped(1); });
    connect(m_back, &QToolButton::clicked, this, [this] { emit stepped(-1); });
    connect(m_forward, &QToolButton::clicked, this, [this] { emit stepped(1); });
    connect(m_play, &QToolButton::toggled, this, &ArrayTransport::play);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        const qint64 steps = std::max(1, m_slider->maximum());
        emit cycleChosen(value == steps
                             ? m_cycles - 1
                             : (m_cycles - 1) / steps * value + (m_cycles - 1) % steps * value / steps);
    });
    connect(m_speed, &QComboBox::activated, this, [this] { m_chosen = true; });
    connect(m_speed, &QComboBox::currentIndexChanged, this, &ArrayTransport::applySpeed);
    connect(&m_timer, &QTimer::timeout, this, [this] { emit stepped(m_stride); });
    applySpeed();
    tint();
}

QToolButton* ArrayTransport::addButton(const char* name, const QString& text) {
    auto* made = new QToolButton(this);
    made->setObjectName(QString::fromLatin1(name));
    made->setAutoRaise(true);
    made->setMinimumSize(26, 26);
    made->setAccessibleName(text);
    made->setToolTip(text);
    layout()->addWidget(made);
    return made;
}

void ArrayTransport::display(qint64 cycle, qint64 cycles, bool isFirstFold, bool isLastFold) {
    m_cycles = std::max<qint64>(1, cycles);
    const QSignalBlocker silent(m_slider);
    const auto last = static_cast<int>(std::min(m_cycles - 1, SliderSteps));
    m_slider->setRange(0, last);
    m_slider->setPageStep(std::max(1, last / 10));
    m_slider->setValue(
        m_cycles - 1 <= SliderSteps
            ? static_cast<int>(cycle)
            : static_cast<int>(static_cast<double>(cycle) / static_cast<double>(m_cycles - 1) * last));
    m_foldBack->setEnabled(!isFirstFold);
    m_foldForward->setEnabled(!isLastFold);
    m_back->setEnabled(!isFirstFold || cycle > 0);
    m_forward->setEnabled(!isLastFold || cycle + 1 < m_cycles);
}

void ArrayTransport::suggestSpeed(qint64 cycles) {
    if (m_chosen) return;
    int index = DefaultSpeed;
    while (index + 1 < static_cast<int>(Speeds.size()) &&
           cycles > qint64(SuggestedSeconds) * 2 * Speeds[static_cast<std::size_t>(index)])
        ++index;
    m_speed->setCurrentIndex(index);
}

int ArrayTransport::speed() const { return m_speed->currentData().toInt(); }

void ArrayTransport::applySpeed() {
    const PlayTicks ticks = playTicks(speed());
    m_stride = ticks.moments;
    m_timer.setInterval(ticks.milliseconds);
}

void ArrayTransport::play(bool on) {
    if (on && !m_timer.isActive()) m_timer.start();
    if (!on) m_timer.stop();
    m_play->setChecked(on);
    tint();
}

void ArrayTransport::tint() {
    const QColor colour = Theme::forPalette(palette()).text;
    const auto show = [&](QToolButton* button, const QString& name) {
        button->setIcon(lineIcon(name, colour));
    };
    show(m_foldBack, u":/icons/skip-back.svg"_s);
    show(m_back, u":/icons/step-back.svg"_s);
    show(m_play, playing() ? u":/icons/pause.svg"_s : u":/icons/play.svg"_s);
    show(m_forward, u":/icons/step-forward.svg"_s);
    show(m_foldForward, u":/icons/skip-forward.svg"_s);
}

void ArrayTransport::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Space)
        play(!playing());
    else
        QWidget::keyPressEvent(event);
}

void ArrayTransport::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) tint();
    QWidget::changeEvent(event);
}

} // namespace edgewright::views
