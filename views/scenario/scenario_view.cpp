// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/scenario/scenario_view.h"

#include "core/measure/machine.h"
#include "views/scenario/editor/scenario_editor.h"
#include "views/scenario/policy_table.h"
#include "views/scenario/scenario_pictures.h"
#include "views/scenario/scenario_words.h"
#include "views/scenario/times_row.h"
#include "views/session/measurements.h"
#include "views/session/scenario/sample_scenario.h"
#include "views/support/answer_line.h"
#include "views/support/layouts.h"
#include "views/support/quantity.h"
#include "views/support/scroll_column.h"
#include "views/support/utf8.h"

#include <QFileInfo>
#include <QSplitter>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int EditorWidth = 300; // pixels, at first
constexpr int PauseMs = 30;      // before a simulation: what is edited at once is one

std::int64_t coresHere(const ViewContext& context) {
    const int threads =
        context.measurements ? context.measurements->machine().threads : measure::thisMachine().threads;
    return std::clamp<std::int64_t>(threads, 1, scenario::MaxCores);
}

} // namespace

ScenarioView::ScenarioView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_draft(context.pool, coresHere(context)), m_times(context.pool),
      m_runs(context.pool, context.searches ? *context.searches : context.pool),
      m_real(context.searches ? *context.searches : context.pool),
      m_answer(new PageAnswer(u"scenarioAnswer"_s, this)),
      m_timesRow(new TimesRow(m_draft, m_times, m_real, this)), m_editor(new ScenarioEditor(m_draft, this)),
      m_pictures(new ScenarioPictures(context.pool, this)), m_table(new PolicyTable(this)) {
    m_soon.setSingleShot(true);
    m_soon.setInterval(PauseMs);
    auto* columns = rowIn(this, {16, 8, 16, 8}, 16);
    auto* split = makeSplitter(Qt::Horizontal, u"scenarioColumns"_s, this);
    QScrollArea* const scroll = scrollColumn(m_editor, 0, split);
    scroll->setMinimumWidth(240);
    split->addWidget(scroll);
    split->addWidget(makeResults());
    split->setStretchFactor(1, 1);
    split->setSizes({EditorWidth, 1000});
    columns->addWidget(split);
    connectParts();
    run();
}

QWidget* ScenarioView::makeResults() {
    auto* results = new QWidget(this);
    auto* rows = columnIn(results, {}, 8);
    m_answer->reserveLines(2);
    rows->addWidget(m_answer);
    rows->addWidget(m_timesRow);
    auto* split = makeSplitter(Qt::Vertical, u"scenarioRows"_s, results);
    split->addWidget(m_pictures);
    split->addWidget(m_table);
    split->setSizes({1600, 1000});
    rows->addWidget(split, 1);
    return results;
}

void ScenarioView::connectParts() {
    connect(&m_soon, &QTimer::timeout, this, &ScenarioView::run);
    connect(&m_draft, &ScenarioDraft::changed, this, &ScenarioView::runSoon);
    connect(&m_draft, &ScenarioDraft::changed, &m_real, &RealRun::clear);
    connect(&m_real, &RealRun::changed, this, &ScenarioView::showReallyRun);
    connect(&m_real, &RealRun::failed, this, &View::message);
    connect(&m_draft, &ScenarioDraft::opened, this, [this] {
        m_policy.clear();
        m_editor->chooseModel(0);
    });
    connect(&m_draft, &ScenarioDraft::failed, this, &View::message);
    connect(&m_draft, &ScenarioDraft::saved, this,
            [this](const QString& file) { emit message(tr("Wrote %1").arg(file)); });
    connect(&m_times, &ScenarioTimes::changed, this, &ScenarioView::runSoon);
    connect(&m_times, &ScenarioTimes::failed, this, &View::message);
    connect(&m_times, &ScenarioTimes::saved, this,
            [this](const QString& file) { emit message(tr("Wrote %1").arg(file)); });
    connect(&m_times, &ScenarioTimes::stateChanged, this, [this] {
        if (m_runs.result()) return;
        m_pictures->showNothing(m_times.isMeasuring() ? tr("The models are being measured …")
                                                      : m_runs.whyNone());
        showAnswer();
    });
    connect(&m_runs, &ScenarioRuns::changed, this, &ScenarioView::showResult);
    connect(&m_runs, &ScenarioRuns::askedChanged, this, &ScenarioView::showAnswer);
    connect(&m_runs, &ScenarioRuns::stateChanged, this, [this] { m_pictures->setPending(m_runs.isRunning()); });
    connect(&m_runs, &ScenarioRuns::loadsChanged, this, [this] {
        const auto& loads = m_runs.loads();
        m_pictures->showCurve(loads ? loads->curve : nullptr, loads ? text(loads->whyNoCurve) : QString());
        showAnswer();
    });
    connect(m_editor, &ScenarioEditor::modelChosen, m_pictures, &ScenarioPictures::setModel);
    connect(m_table, &PolicyTable::rowChosen, this, [this](const QString& policy, std::size_t model) {
        m_policy = policy.toStdString();
        m_pictures->setModel(model);
        m_editor->chooseModel(model);
        showPolicy();
    });
    connect(m_answer, &PageAnswer::linkFollowed, this, [this](const QString& target) {
        if (target == u"sample"_s) openSample();
        if (target == u"measure"_s && !m_times.isMeasuring()) m_timesRow->measureOrStop();
    });
}

void ScenarioView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_editor->setOpenModel(analysis && analysis->opened ? text(analysis->opened->file.string()) : QString());
}

void ScenarioView::openSample() {
    if (const QString file = sampleScenarioFile(); !file.isEmpty())
        m_draft.open(file);
    else
        emit message(tr("The sample scenario is not installed."));
}

void ScenarioView::showReallyRun() {
    showRanBeside();
    showAnswer();
    const auto& ran = m_real.result();
    if (!ran) return;
    if (ran->measured) m_times.use(ran->measured); // what is simulated beside it has the pace of the run
    for (const QString& doubt : ran->doubts)
        emit message(doubt);
}

void ScenarioView::showRanBeside() {
    const auto& ran = m_real.result();
    m_table->showReallyRun(ran);
    if (!ran) return m_pictures->showReallyRun({});
    const auto hold = [&]<typename T>(const T& part) { return std::shared_ptr<const T>(ran, &part); };
    m_pictures->showReallyRun({ran->isWhole ? tr("really run") : tr("really run, stopped"),
                               hold(ran->scenario()), hold(ran->result()), ran->cores});
}

void ScenarioView::runSoon() {
    m_soon.start();
    if (!m_runs.result()) showAnswer();
}

void ScenarioView::run() {
    m_soon.stop();
    if (m_draft.isEmpty())
        m_runs.clear(tr("What becomes of a scenario under each policy stands here."));
    else if (const auto& fault = m_draft.fault())
        m_runs.clear(tr("%1: expected %2").arg(text(fault->place), text(fault->expected)));
    else if (!m_times.source()->hasTimesOf(m_draft.get()))
        m_runs.clear(m_times.source()->measured
                         ? tr("Measure the models again: what was measured does not fit any more.")
                         : tr("Measure the models: a simulation needs their times."));
    else {
        if (!m_runs.result()) m_pictures->showNothing(tr("Being simulated …"));
        m_runs.start(m_draft.get(), m_times.source(), m_draft.cores());
    }
}

void ScenarioView::showResult() {
    const auto& result = m_runs.result();
    if (!result) {
        m_pictures->showNothing(m_runs.whyNone());
        m_table->showSimulated(nullptr);
        return showAnswer();
    }
    m_table->showSimulated(result);
    m_pictures->showCurve(nullptr, {});
    showPolicy();
    showAnswer();
}

void ScenarioView::showPolicy() {
    const auto& result = m_runs.result();
    if (!result) return;
    const scenario::PolicyRun& shown = result->under(m_policy);
    const auto hold = [&]<typename T>(const T& part) { return std::shared_ptr<const T>(result->runs, &part); };
    m_pictures->showSimulated({tr("simulated"), hold(shown.scenario), hold(shown.simulation), result->cores});
    if (m_real.result()) showRanBeside(); // it may have run before there were times
    m_table->mark(shown.scenario.policy);
}

QString ScenarioView::timesText() const {
    if (m_times.isFromFile())
        return tr("● Times of %1.").arg(QFileInfo(text(m_times.source()->file.string())).fileName());
    const auto& measured = m_times.source()->measured;
    if (!measured) return {};
    QStringList said{measured->isOnFewerCores
                         ? tr("● Times measured on the %n cores of this machine, which are fewer than the "
                              "scenario has.",
                              nullptr, static_cast<int>(measured->cores))
                         : tr("● Times measured on this machine, as it is served.")};
    if (measured->isDoubtful())
        said << tr("Other programs took %1 of a processor meanwhile: long runs may be theirs.")
                    .arg(percentText(*measured->others));
    return said.join(u' ');
}

PageWords ScenarioView::wordsOfNone() const {
    PageWords words;
    words.isAnswer = false;
    if (m_draft.isEmpty())
        words.headline = tr("No models yet: add one on the left, or open the %1.")
                             .arg(AnswerLine::link(u"sample"_s, tr("sample scenario")));
    else if (m_draft.fault())
        words.headline = AnswerLine::alarm(m_runs.whyNone().toHtmlEscaped());
    else if (m_times.isMeasuring())
        words.headline = m_times.doing().toHtmlEscaped() + u" …"_s;
    else if (const QStringList misfits = m_times.source()->misfits(m_draft.get()); !misfits.isEmpty())
        words.headline = tr("What was measured does not fit any more (%1): %2.")
                             .arg(misfits.front().toHtmlEscaped(),
                                  AnswerLine::link(u"measure"_s, tr("measure the models again")));
    else if (!m_times.source()->hasTimesOf(m_draft.get()))
        words.headline = tr("No times yet: %1, or read them from a file.")
                             .arg(AnswerLine::link(u"measure"_s, tr("measure the models")));
    else
        words.headline = m_runs.isRunning() ? tr("Being simulated …") : m_runs.whyNone().toHtmlEscaped();
    if (const QString overload = overloadText(m_runs.asked()); m_runs.isRunning() && !overload.isEmpty())
        words.headline = AnswerLine::alarm(overload);
    return words;
}

void ScenarioView::showAnswer() {
    const auto& result = m_runs.result();
    const RanScenario* const ran = m_real.result().get();
    PageWords words = result ? scenarioWords(*result, ran, m_runs.loads().get(), timesText()) : wordsOfNone();
    if (ran && !result) words.conditions.prepend(ranText(*ran, nullptr));
    m_answer->display(words);
}

QJsonObject ScenarioView::saveState() const {
    QJsonObject state = View::saveState();
    if (!m_draft.isEmpty()) state.insert(u"scenario"_s, QString::fromStdString(m_draft.text()));
    state.insert(u"scenarioFile"_s, m_draft.file());
    state.insert(u"times"_s, text(m_times.source()->file.string()));
    state.insert(u"seconds"_s, m_timesRow->seconds());
    return state;
}

void ScenarioView::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    if (const QString times = state.value(u"times"_s).toString(); !times.isEmpty()) m_times.readFrom(times);
    if (const double seconds = state.value(u"seconds"_s).toDouble(); seconds > 0)
        m_timesRow->setSeconds(seconds);
    if (const QString scenario = state.value(u"scenario"_s).toString(); !scenario.isEmpty())
        m_draft.restore(scenario.toStdString(), state.value(u"scenarioFile"_s).toString());
}

// They need not be of the open model.
std::vector<Figure> ScenarioView::figures() const {
    std::vector<Figure> figures = m_pictures->figures();
    QStringList origin;
    if (const auto& result = m_runs.result())
        origin = scenarioOrigin(result->under(m_policy).scenario, result->cores, m_draft.file(), timesText());
    if (m_real.result()) origin << AnswerLine::withoutMarks(ranText(*m_real.result(), m_runs.result().get()));
    const QString subject = QFileInfo(m_draft.file()).completeBaseName();
    for (Figure& each : figures) {
        each.about = origin.join(u'\n');
        each.subject = subject.isEmpty() ? u"unsaved"_s : subject;
    }
    return figures;
}

const ViewEntry scenario_view{
    "scenario",
    QT_TRANSLATE_NOOP("Page", "Scenario"),
    ":/icons/scenario.svg",
    QT_TRANSLATE_NOOP("Page", "Several models at once: which policy keeps the deadlines, and how much fits"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<ScenarioView>(context); },
    {},
    "exportFiguresAction",
    false};

} // namespace edgewright::views
