// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/times_row.h"

#include "views/support/field/number_box.h"
#include "views/support/flow_layout.h"
#include "views/support/layouts.h"
#include "views/support/plain_tip.h"
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

constexpr double MinSeconds = 0.1, MaxSeconds = 600, SecondsAtFirst = 1;

QString namesOf(const scenario::Scenario& scenario) {
    QStringList names;
    for (const scenario::Model& each : scenario.models)
        names << text(each.name);
    return names.join(u", "_s);
}

QString timesFilter() { return TimesRow::tr("Times of models (*.json)"); }

} // namespace

TimesRow::TimesRow(ScenarioDraft& draft, ScenarioTimes& times, RealRun& run, QWidget* parent)
    : QWidget(parent), m_draft(draft), m_times(times), m_run(run), m_action(new QAction(this)),
      m_runAction(new QAction(this)), m_seconds(new NumberBox(this)), m_save(nullptr),
      m_state(makeLabel(Qt::PlainText, TextSize::Body, false, this)), m_progress(new QProgressBar(this)) {
    m_action->setObjectName(u"measureScenarioAction"_s);
    connect(m_action, &QAction::triggered, this, &TimesRow::measureOrStop);
    QToolButton* measure = addToggle(u"scenarioMeasure"_s, *m_action, tr("Measure models"));
    m_runAction->setObjectName(u"runScenarioAction"_s);
    connect(m_runAction, &QAction::triggered, this, &TimesRow::runOrStop);
    QToolButton* runs = addToggle(u"scenarioRun"_s, *m_runAction, tr("Run it really"));
    m_seconds->setObjectName(u"scenarioSeconds"_s);
    m_seconds->setAccessibleName(tr("Time of each part of measuring"));
    m_seconds->setToolTip(tr("Time of each part of measuring: a batch size of a model, a pause before it, two "
                             "models at once"));
    m_seconds->setDecimals(1);
    m_seconds->setRange(MinSeconds, MaxSeconds);
    m_seconds->setValue(SecondsAtFirst);
    m_seconds->setPrefix(tr("at most ", "seconds"));
    m_seconds->setSuffix(u" s"_s);
    m_seconds->setMinimumWidth(56);
    auto* read = makeButton(u"scenarioReadTimes"_s, tr("Read times…"),
                            tr("Times of the models by batch size, as “Save times…” writes them"), this);
    m_save = makeButton(u"scenarioSaveTimes"_s, tr("Save times…"),
                        tr("The times as a file for “Read times…” and "
                           "for “edgewright-cli scenario --times”"),
                        this);
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
    auto* controls = new FlowLayout(new QWidget(this));
    for (QWidget* each : std::initializer_list<QWidget*>{measure, m_seconds, read, m_save, runs})
        controls->addWidget(each);
    auto* state = new QHBoxLayout;
    state->setSpacing(8);
    state->addWidget(m_state, 1);
    state->addWidget(m_progress);
    auto* rows = columnIn(this, {}, 4);
    rows->addWidget(controls->parentWidget());
    rows->addLayout(state);
    connect(&m_times, &ScenarioTimes::stateChanged, this, &TimesRow::showState);
    connect(&m_times, &ScenarioTimes::changed, this, &TimesRow::showState);
    connect(&m_times, &ScenarioTimes::failed, this, &TimesRow::showFailure);
    connect(&m_draft, &ScenarioDraft::changed, this, [this] { showFailure({}); });
    connect(&m_draft, &ScenarioDraft::failed, this, &TimesRow::showFailure);
    connect(&m_run, &RealRun::failed, this, &TimesRow::showFailure);
    connect(&m_run, &RealRun::stateChanged, this, &TimesRow::showState);
    connect(&m_run, &RealRun::changed, this, &TimesRow::showState);
    showState();
}

QToolButton* TimesRow::addToggle(const QString& name, QAction& action, const QString& title) {
    QToolButton* button = makeButton(name, {}, {}, this);
    button->setDefaultAction(&action);
    action.setText(title);
    holdWidth(*button, {title, tr("Stop")});
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
    m_failure.clear();
    m_run.start(m_draft.get(), m_times.isFromFile() ? std::nullopt : std::optional(m_seconds->value()));
}

void TimesRow::showRun() {
    const bool runs = m_run.isRunning();
    m_runAction->setText(runs ? tr("Stop") : tr("Run it really"));
    m_runAction->setToolTip(
        runs ? tr("Stop; what was done by then is shown")
             : tr("Run the models on this machine under the policy of the scenario, for as long as "
                  "it says; the same arrivals, beside what is simulated. Unless times were read from a file, "
                  "the models are measured before and behind it"));
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
    m_action->setToolTip(measures ? tr("Stop; what was measured before is kept")
                                  : tr("Measure the models on this machine as they are served: alone, after "
                                       "pauses, at the same time, and how long threads take to wake up"));
    m_action->setEnabled(measures || (!m_draft.isEmpty() && !m_run.isRunning()));
    m_seconds->setEnabled(!measures);
    m_progress->setVisible(measures || m_run.isRunning());
    m_progress->setValue(static_cast<int>((measures ? m_times.progress() : m_run.progress()) * 1000));
    const bool hasTimes = m_times.source()->hasTimesOf(m_draft.get());
    m_save->setEnabled(!m_draft.isEmpty() && hasTimes);
    const QString state =
        measures               ? m_times.doing()
        : m_run.isRunning()    ? m_run.doing()
        : !m_failure.isEmpty() ? m_failure
        : m_draft.isEmpty()    ? QString()
        : m_times.isFromFile()
            ? tr("● Times of %1").arg(QFileInfo(text(m_times.source()->file.string())).fileName())
        : hasTimes                   ? tr("● Measured on this machine, as it is served")
        : m_times.source()->measured ? tr("What was measured does not fit any more: %1")
                                           .arg(m_times.source()->misfits(m_draft.get()).join(u"; "_s))
                                     : tr("No times yet of: %1").arg(namesOf(m_draft.get()));
    m_told = state;
    m_state->setToolTip(plainTip(state));
    elide();
}

void TimesRow::elide() {
    m_state->setText(m_state->fontMetrics().elidedText(m_told, Qt::ElideRight, m_state->width()));
}

void TimesRow::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layout()->activate(); // the room of the state is known
    elide();
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
