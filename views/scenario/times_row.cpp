// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/times_row.h"

#include "views/support/field/number_box.h"
#include "views/support/layouts.h"
#include "views/support/save_name.h"
#include "views/support/utf8.h"

#include <QAction>
#include <QFileDialog>
#include <QFileInfo>
#include <QProgressBar>
#include <QSettings>
#include <QToolButton>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr double MinSeconds = 0.1, MaxSeconds = 600, SecondsAtFirst = 3;

QString timesFilter() { return TimesRow::tr("Times of models (*.json)"); }

} // namespace

TimesRow::TimesRow(ScenarioDraft& draft, ScenarioTimes& times, RealRun& run, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_times(times), m_run(run), m_action(new QAction(this)),
      m_runAction(new QAction(this)), m_seconds(new NumberBox(this)), m_save(nullptr),
      m_state(makeLabel(Qt::PlainText, TextSize::Body, false, this)), m_progress(new QProgressBar(this)) {
    auto* row = rowIn(this, {}, 8);
    m_action->setObjectName(u"measureScenarioAction"_s);
    connect(m_action, &QAction::triggered, this, &TimesRow::measureOrStop);
    auto* measure = makeButton(u"scenarioMeasure"_s, {}, {});
    measure->setDefaultAction(m_action);
    m_action->setText(tr("Measure models"));
    holdWidth(*measure, {tr("Measure models"), tr("Stop")});
    m_runAction->setObjectName(u"runScenarioAction"_s);
    connect(m_runAction, &QAction::triggered, this, &TimesRow::runOrStop);
    auto* runs = makeButton(u"scenarioRun"_s, {}, {});
    runs->setDefaultAction(m_runAction);
    m_runAction->setText(tr("Run it really"));
    holdWidth(*runs, {tr("Run it really"), tr("Stop")});
    m_seconds->setObjectName(u"scenarioSeconds"_s);
    m_seconds->setAccessibleName(tr("Time to measure a model"));
    m_seconds->setToolTip(tr("Time to measure a model"));
    m_seconds->setDecimals(1);
    m_seconds->setRange(MinSeconds, MaxSeconds);
    m_seconds->setValue(SecondsAtFirst);
    m_seconds->setPrefix(tr("at most ", "seconds"));
    m_seconds->setSuffix(u" s"_s);
    m_seconds->setMinimumWidth(56);
    auto* read = makeButton(u"scenarioReadTimes"_s, tr("Read times…"),
                            tr("Times of the models by batch size, as “Save times…” writes them"));
    m_save = makeButton(u"scenarioSaveTimes"_s, tr("Save times…"),
                        tr("The times as a file for “Read times…” and "
                           "for “edgewright-cli scenario --times”"));
    connect(read, &QToolButton::clicked, this, &TimesRow::askRead);
    connect(m_save, &QToolButton::clicked, this, &TimesRow::askSave);
    m_state->setObjectName(u"scenarioTimesState"_s);
    m_state->setForegroundRole(QPalette::PlaceholderText);
    m_state->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_progress->setObjectName(u"scenarioProgress"_s);
    m_progress->setAccessibleName(tr("Progress of measuring or running"));
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedSize(80, 6);
    QSizePolicy keeps = m_progress->sizePolicy();
    keeps.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(keeps);
    for (QWidget* each : std::initializer_list<QWidget*>{measure, m_seconds, read, m_save, runs})
        row->addWidget(each);
    row->addWidget(m_state, 1);
    row->addWidget(m_progress);
    connect(&m_times, &ScenarioTimes::stateChanged, this, &TimesRow::showState);
    connect(&m_times, &ScenarioTimes::changed, this, &TimesRow::showState);
    connect(&m_times, &ScenarioTimes::failed, this, &TimesRow::showFailure);
    connect(&m_draft, &ScenarioDraft::changed, this, [this] { showFailure({}); });
    connect(&m_run, &RealRun::stateChanged, this, &TimesRow::showState);
    connect(&m_run, &RealRun::changed, this, &TimesRow::showState);
    showState();
}

QToolButton* TimesRow::makeButton(const QString& name, const QString& text, const QString& tip) {
    auto* button = new QToolButton(this);
    button->setObjectName(name);
    button->setText(text);
    button->setToolTip(tip);
    button->setMinimumHeight(24);
    return button;
}

double TimesRow::seconds() const { return m_seconds->value(); }
void TimesRow::setSeconds(double seconds) { m_seconds->setValue(seconds); }

void TimesRow::measureOrStop() {
    if (m_times.isMeasuring()) return m_times.stop();
    m_failure.clear();
    m_times.measure(m_draft.get(), m_seconds->value());
}

void TimesRow::runOrStop() {
    if (m_run.isRunning()) return m_run.stop();
    m_run.start(m_draft.get());
}

void TimesRow::showRun() {
    const bool runs = m_run.isRunning();
    m_runAction->setText(runs ? tr("Stop") : tr("Run it really"));
    m_runAction->setToolTip(
        runs ? tr("Stop; what was done by then is shown")
             : tr("Run the models on this machine under the policy of the scenario, for as long as "
                  "it says; the same arrivals, beside what is simulated"));
    m_runAction->setEnabled(runs || (!m_draft.isEmpty() && !m_draft.fault() && !m_times.isMeasuring()));
}

void TimesRow::showFailure(const QString& why) {
    m_failure = why;
    showState();
}

void TimesRow::showState() {
    showRun();
    const bool measures = m_times.isMeasuring();
    m_action->setText(measures ? tr("Stop") : tr("Measure models"));
    m_action->setToolTip(measures ? tr("Stop; models that were measured keep their times")
                                  : tr("Measure each model alone on this machine, fused, on its threads"));
    m_action->setEnabled(measures || (!m_draft.isEmpty() && !m_run.isRunning()));
    m_seconds->setEnabled(!measures);
    m_progress->setVisible(measures || m_run.isRunning());
    m_progress->setValue(static_cast<int>((measures ? m_times.progress() : m_run.progress()) * 1000));
    const QStringList missing = m_times.missing(m_draft.get());
    m_save->setEnabled(!m_draft.isEmpty() && missing.isEmpty());
    const QString state =
        measures                                     ? m_times.doing()
        : m_run.isRunning()                          ? tr("Running on this machine")
        : m_draft.isEmpty()                          ? QString()
        : !m_failure.isEmpty() && !missing.isEmpty() ? m_failure
        : m_times.isFromFile()
            ? tr("● Times of %1").arg(QFileInfo(text(m_times.source()->file.string())).fileName())
        : missing.isEmpty() ? tr("● Measured on this machine, each model alone")
                            : tr("No times yet of: %1").arg(missing.join(u", "_s));
    m_state->setText(state);
    m_state->setToolTip(state);
}

void TimesRow::askRead() {
    const QString file = QFileDialog::getOpenFileName(
        this, tr("Read times"), QSettings().value(u"scenarios"_s).toString(), timesFilter());
    if (!file.isEmpty()) m_times.readFrom(file);
}

void TimesRow::askSave() {
    const QString file = askSaveName(this, tr("Save times"), u"times.json"_s, timesFilter(), u".json"_s);
    if (!file.isEmpty()) m_times.save(file, m_draft.get());
}

} // namespace edgewright::views
