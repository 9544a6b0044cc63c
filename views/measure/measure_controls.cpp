// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/measure_controls.h"

#include "core/device/record/gpu_backends.h"
#include "core/measure/effort_fields.h"
#include "views/support/field/field_text.h"
#include "views/support/field/number_list.h"
#include "views/support/layouts.h"
#include "views/support/measurement/run_choice.h"
#include "views/support/shortcuts.h"
#include "views/support/theme.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace edgewright::views {

std::optional<std::vector<int>> coresOf(const QString& text) {
    constexpr int MaxCore = 1023;
    return numbersOf(text, MaxCore);
}

MeasureControls::MeasureControls(Measurements& measurements, QWidget* parent)
    : QWidget(parent), m_measurements(measurements) {
    auto* row = rowIn(this, {}, 8);

    m_action = new QAction(tr("Measure"), this);
    m_action->setObjectName(QStringLiteral("measureAction"));
    m_action->setShortcut(QKeySequence(QStringLiteral("Ctrl+M")));
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
    menu->setToolTipsVisible(true);
    m_which->setMenu(menu);
    for (const device::Variant& variant : device::standardVariants()) {
        m_variants.push_back(
            addVariant(variantText(variant),
                       variant.quantized
                           ? tr("Quantized by the default scheme on the inputs that lie beside the model, with "
                                "integer kernels: its outputs are not those of float32")
                           : QString(),
                       !variant.quantized)); // which takes a calibration first
    }
    m_tuned = addVariant(tr("tuned kernels, fused, in the arena"),
                         tr("With what the Tuning tab decided on for this device and so many threads"), true);
    m_tuned->setObjectName(QStringLiteral("measureTuned"));
    m_halves = addVariant(tr("FP16, fused, in the arena"),
                          tr("Matrix products of halves on the GPU's tensor cores, summed in float32"), false);
    m_halves->setObjectName(QStringLiteral("measureHalves"));
    connect(&m_measurements.tuning(), &Tuning::changed, this, &MeasureControls::showState);
    row->addWidget(m_which);

    m_threads = new QComboBox(this);
    m_threads->setObjectName(QStringLiteral("measureThreads"));
    m_threads->setAccessibleName(tr("Threads"));
    m_threads->setToolTip(tr("Threads that one run may use"));
    fillThreads(m_measurements.machine().threads);
    connect(m_threads, &QComboBox::currentIndexChanged, this, &MeasureControls::showState);
    row->addWidget(m_threads);

    m_cores = new QLineEdit(this);
    m_cores->setObjectName(QStringLiteral("measureCores"));
    m_cores->setAccessibleName(tr("Cores"));
    m_cores->setPlaceholderText(tr("all cores"));
    m_cores->setToolTip(
        tr("The logical processors that it may run on, as 0-3,6: the fast ones of a board, say. Empty: "
           "all."));
    m_cores->setMaximumWidth(96);
    m_cores->setMinimumHeight(24);
    connect(m_cores, &QLineEdit::textChanged, this, &MeasureControls::showState);
    row->addWidget(m_cores);

    m_seconds = new QDoubleSpinBox(this);
    m_seconds->setObjectName(QStringLiteral("measureSeconds"));
    const FieldInfo& seconds = fieldNamed(measure::effortFields(), "seconds");
    m_seconds->setAccessibleName(settingWords(seconds.title));
    m_seconds->setToolTip(settingWords(seconds.help));
    m_seconds->setPrefix(tr("at most ", "seconds"));
    m_seconds->setSuffix(u' ' + settingWords(seconds.unit));
    m_seconds->setDecimals(0);
    m_seconds->setRange(std::ceil(seconds.lowest), static_cast<double>(seconds.highest));
    m_seconds->setValue(measure::Effort().seconds);
    row->addWidget(m_seconds);
    // Narrow windows cut the texts, which the tool tips have.
    for (QWidget* each : std::initializer_list<QWidget*>{m_which, m_threads, m_cores, m_seconds})
        each->setMinimumWidth(56);
    row->addStretch(1);

    connect(&m_measurements, &Measurements::stateChanged, this, &MeasureControls::showState);
    showState();
}

QAction* MeasureControls::addVariant(const QString& title, const QString& tip, bool isChosen) {
    QAction* made = m_which->menu()->addAction(title);
    made->setCheckable(true);
    made->setChecked(isChosen);
    if (!tip.isEmpty()) made->setToolTip(tip);
    connect(made, &QAction::toggled, this, &MeasureControls::showState);
    return made;
}

std::vector<int> MeasureControls::threads() const {
    if (m_measurements.isThisGpu(m_device)) return {1};
    std::vector<int> chosen;
    for (const QJsonValue& each : m_threads->currentData().toJsonArray())
        chosen.push_back(each.toInt(1));
    return chosen;
}

bool MeasureControls::hasTuned() const {
    return std::ranges::any_of(
        threads(), [this](int each) { return m_measurements.tuning().variant(m_device, each).has_value(); });
}

void MeasureControls::measureTuned(int threads) {
    const auto standard = device::standardVariants();
    for (std::size_t i = 0; i < m_variants.size(); ++i)
        m_variants[i]->setChecked(standard[i].fusion && standard[i].reuse && !standard[i].quantized);
    m_tuned->setChecked(true);
    for (int i = 0; i < m_threads->count(); ++i)
        if (m_threads->itemData(i).toJsonArray() == QJsonArray{threads}) m_threads->setCurrentIndex(i);
    if (m_measurements.state(m_device) == Measurements::State::Idle && m_action->isEnabled()) toggle();
}

void MeasureControls::addEnd(QWidget* widget) {
    widget->setMinimumWidth(40);
    layout()->addWidget(widget);
}

MeasurePlan MeasureControls::plan() const {
    MeasurePlan plan;
    plan.device = m_device;
    plan.effort.seconds = m_seconds->value();
    const bool isGpu = m_measurements.isThisGpu(m_device);
    if (!isGpu) plan.processors = coresOf(m_cores->text()).value_or(std::vector<int>());
    const auto standard = device::standardVariants();
    for (const int threads : this->threads()) {
        for (std::size_t i = 0; i < m_variants.size(); ++i)
            if (m_variants[i]->isChecked()) plan.variants.push_back(device::onThreads(standard[i], threads));
        if (isGpu && m_halves->isChecked()) plan.variants.push_back(device::halvesVariant());
        if (!m_tuned->isChecked()) continue;
        if (auto tuned = m_measurements.tuning().variant(m_device, threads))
            plan.variants.push_back(*std::move(tuned));
    }
    return plan;
}

void MeasureControls::setReady(bool ready, const QString& obstacle) {
    m_ready = ready;
    m_obstacle = obstacle;
    showState();
}

void MeasureControls::setDevice(const std::string& device, int threads) {
    m_device = device;
    fillThreads(threads);
    showState();
}

void MeasureControls::fillThreads(int most) {
    constexpr int Unknown = 4; // most boards have four cores
    if (most <= 0) most = Unknown;
    if (most == m_mostThreads) return;
    m_mostThreads = most;
    const int chosen = std::max(0, m_threads->currentIndex());
    const QSignalBlocker quiet(m_threads);
    m_threads->clear();
    m_threads->addItem(tr("1 thread"), QJsonArray{1});
    for (int threads = 2; threads <= most; threads *= 2) {
        m_threads->addItem(tr("%n threads", nullptr, threads), QJsonArray{threads});
        m_threads->addItem(tr("1 and %n threads", nullptr, threads), QJsonArray{1, threads});
    }
    m_threads->setCurrentIndex(std::min(chosen, m_threads->count() - 1));
}

void MeasureControls::toggle() {
    if (m_measurements.state(m_device) != Measurements::State::Idle) return m_measurements.stop(m_device);
    m_measurements.measure(plan());
}

void MeasureControls::showState() {
    const bool runs = m_measurements.state(m_device) != Measurements::State::Idle;
    const bool isGpu = m_measurements.isThisGpu(m_device);
    m_tuned->setVisible(hasTuned());
    m_halves->setVisible(isGpu);
    std::ptrdiff_t chosen = 0, offered = 0;
    for (const QAction* each : m_which->menu()->actions()) {
        offered += each->isVisible() ? 1 : 0;
        chosen += each->isVisible() && each->isChecked() ? 1 : 0;
    }
    const bool isSound = isGpu || coresOf(m_cores->text()).has_value();
    const bool canRun = m_measurements.isMeasurable(m_device);
    const QString device = m_measurements.deviceText(m_device);
    m_action->setText(runs ? tr("Stop") : tr("Measure"));
    m_action->setToolTip(
        runs                    ? tr("Stop; what was measured is kept (Ctrl+M)")
        : !m_ready              ? tr("Open a model first")
        : !m_obstacle.isEmpty() ? m_obstacle
        : !canRun  ? tr("%1 is no board that was added: its runs came with a profile or the study").arg(device)
        : !isSound ? tr("Cores are named as 0-3,6")
                   : tr("Run the chosen variants in turn on %1 (Ctrl+M)").arg(device));
    m_action->setEnabled(runs || (m_ready && m_obstacle.isEmpty() && chosen > 0 && isSound && canRun));
    m_which->setText(chosen == offered ? tr("all variants")
                     : chosen == 0     ? tr("choose variants")
                                       : tr("%n variants", nullptr, static_cast<int>(chosen)));
    for (QWidget* each : std::initializer_list<QWidget*>{m_which, m_threads, m_cores, m_seconds})
        each->setEnabled(!runs);
    for (QWidget* ofProcessors : std::initializer_list<QWidget*>{m_threads, m_cores})
        ofProcessors->setVisible(!isGpu);
    QPalette colours;
    if (!isSound) colours.setColor(QPalette::Text, Theme::forPalette(palette()).bad);
    m_cores->setPalette(colours);
}

QJsonObject MeasureControls::save() const {
    QJsonArray variants;
    for (const QAction* each : m_variants)
        variants.append(each->isChecked());
    return {{QStringLiteral("variants"), variants},
            {QStringLiteral("tuned"), m_tuned->isChecked()},
            {QStringLiteral("halves"), m_halves->isChecked()},
            {QStringLiteral("threads"), m_threads->currentIndex()},
            {QStringLiteral("cores"), m_cores->text()},
            {QStringLiteral("seconds"), m_seconds->value()}};
}

void MeasureControls::restore(const QJsonObject& state) {
    const QJsonArray variants = state.value(QStringLiteral("variants")).toArray();
    const auto standard = device::standardVariants();
    for (std::size_t i = 0; i < m_variants.size(); ++i)
        m_variants[i]->setChecked(variants.at(static_cast<qsizetype>(i)).toBool(!standard[i].quantized));
    m_tuned->setChecked(state.value(QStringLiteral("tuned")).toBool(true));
    m_halves->setChecked(state.value(QStringLiteral("halves")).toBool(false));
    m_threads->setCurrentIndex(
        std::clamp(state.value(QStringLiteral("threads")).toInt(0), 0, m_threads->count() - 1));
    m_cores->setText(state.value(QStringLiteral("cores")).toString());
    m_seconds->setValue(state.value(QStringLiteral("seconds")).toDouble(measure::Effort().seconds));
}

} // namespace edgewright::views
