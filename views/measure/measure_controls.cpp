// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/measure_controls.h"

#include "views/support/measurement/run_choice.h"
#include "views/support/shortcuts.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QMenu>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

MeasureControls::MeasureControls(Measurements& measurements, QWidget* parent)
    : QWidget(parent), m_measurements(measurements) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);

    m_action = new QAction(tr("Measure"), this);
    m_action->setObjectName(QStringLiteral("measureAction"));
    m_action->setShortcut(QKeySequence(QStringLiteral("Ctrl+M")));
    m_action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    listShortcut(m_action, tr("Measure"));
    connect(m_action, &QAction::triggered, this, &MeasureControls::toggle);
    m_button = new QToolButton(this);
    m_button->setObjectName(QStringLiteral("measureButton"));
    m_button->setDefaultAction(m_action);
    m_button->setMinimumSize(88, 24);
    row->addWidget(m_button);

    m_which = new QToolButton(this);
    m_which->setObjectName(QStringLiteral("measureVariants"));
    m_which->setPopupMode(QToolButton::InstantPopup);
    m_which->setMinimumHeight(24);
    auto* menu = new QMenu(m_which);
    const auto standard = device::standardVariants();
    for (std::size_t i = 0; i < m_variants.size(); ++i) {
        m_variants[i] = menu->addAction(variantText(standard[i]));
        m_variants[i]->setCheckable(true);
        m_variants[i]->setChecked(true);
        connect(m_variants[i], &QAction::toggled, this, &MeasureControls::showState);
    }
    m_which->setMenu(menu);
    row->addWidget(m_which);

    m_threads = new QComboBox(this);
    m_threads->setObjectName(QStringLiteral("measureThreads"));
    m_threads->setAccessibleName(tr("Threads"));
    const int most = m_measurements.machine().threads;
    m_threads->addItem(tr("1 thread"), QJsonArray{1});
    for (int threads = 2; threads <= most; threads *= 2) {
        m_threads->addItem(tr("%n threads", nullptr, threads), QJsonArray{threads});
        m_threads->addItem(tr("1 and %n threads", nullptr, threads), QJsonArray{1, threads});
    }
    row->addWidget(m_threads);

    m_seconds = new QDoubleSpinBox(this);
    m_seconds->setObjectName(QStringLiteral("measureSeconds"));
    m_seconds->setAccessibleName(tr("At most so many seconds"));
    m_seconds->setToolTip(tr("It ends before that once every median is known within 1 %."));
    m_seconds->setPrefix(tr("at most ", "seconds"));
    m_seconds->setSuffix(QStringLiteral(" s"));
    m_seconds->setDecimals(0);
    m_seconds->setRange(1, 3600);
    m_seconds->setValue(measure::Effort().seconds);
    row->addWidget(m_seconds);
    // Narrow windows cut the texts, which the tool tips have.
    for (QWidget* each : std::initializer_list<QWidget*>{m_which, m_threads, m_seconds})
        each->setMinimumWidth(56);
    row->addStretch(1);

    connect(&m_measurements, &Measurements::stateChanged, this, &MeasureControls::showState);
    showState();
}

void MeasureControls::addEnd(QWidget* widget) {
    widget->setMinimumWidth(40);
    layout()->addWidget(widget);
}

MeasurePlan MeasureControls::plan() const {
    MeasurePlan plan;
    plan.seconds = m_seconds->value();
    const auto standard = device::standardVariants();
    for (const QJsonValue& threads : m_threads->currentData().toJsonArray())
        for (std::size_t i = 0; i < m_variants.size(); ++i)
            if (m_variants[i]->isChecked())
                plan.variants.push_back(device::onThreads(standard[i], threads.toInt(1)));
    return plan;
}

void MeasureControls::setReady(bool ready) {
    m_ready = ready;
    showState();
}

void MeasureControls::toggle() {
    if (m_measurements.state() != Measurements::State::Idle) return m_measurements.stop();
    m_measurements.measure(plan());
}

void MeasureControls::showState() {
    const bool runs = m_measurements.state() != Measurements::State::Idle;
    const auto chosen =
        std::ranges::count_if(m_variants, [](const QAction* each) { return each->isChecked(); });
    m_action->setText(runs ? tr("Stop") : tr("Measure"));
    m_action->setToolTip(runs      ? tr("Stop; what was measured is kept (Ctrl+M)")
                         : m_ready ? tr("Run the chosen variants in turn on this machine (Ctrl+M)")
                                   : tr("Open a model first"));
    m_action->setEnabled(runs || (m_ready && chosen > 0));
    m_which->setText(chosen == 4   ? tr("all four variants")
                     : chosen == 0 ? tr("choose variants")
                                   : tr("%n variants", nullptr, static_cast<int>(chosen)));
    for (QWidget* each : std::initializer_list<QWidget*>{m_which, m_threads, m_seconds})
        each->setEnabled(!runs);
}

QJsonObject MeasureControls::save() const {
    QJsonArray variants;
    for (const QAction* each : m_variants)
        variants.append(each->isChecked());
    return {{QStringLiteral("variants"), variants},
            {QStringLiteral("threads"), m_threads->currentIndex()},
            {QStringLiteral("seconds"), m_seconds->value()}};
}

void MeasureControls::restore(const QJsonObject& state) {
    const QJsonArray variants = state.value(QStringLiteral("variants")).toArray();
    for (std::size_t i = 0; i < m_variants.size(); ++i)
        m_variants[i]->setChecked(variants.at(static_cast<qsizetype>(i)).toBool(true));
    m_threads->setCurrentIndex(
        std::clamp(state.value(QStringLiteral("threads")).toInt(0), 0, m_threads->count() - 1));
    m_seconds->setValue(state.value(QStringLiteral("seconds")).toDouble(measure::Effort().seconds));
}

} // namespace edgewright::views
