// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/pipeline/pipeline_view.h"

#include "core/fusion/fuse.h"
#include "core/measure/machine.h"
#include "core/relay/tables/stage_table.h"
#include "views/pipeline/pipeline_controls.h"
#include "views/pipeline/pipeline_pictures.h"
#include "views/pipeline/pipeline_words.h"
#include "views/pipeline/run_row.h"
#include "views/pipeline/stage_graph.h"
#include "views/session/measurements.h"
#include "views/support/answer_line.h"
#include "views/support/layouts.h"
#include "views/support/scroll_column.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"
#include "views/support/utf8.h"

#include <QFileInfo>
#include <QSplitter>
#include <QTableView>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

constexpr int ControlsWidth = 260; // pixels, at first

int processorsHere(const ViewContext& context) {
    const int threads =
        context.measurements ? context.measurements->machine().threads : measure::thisMachine().threads;
    return std::clamp(threads, 1, measure::MaxThreads);
}

Boards* boardsOf(const ViewContext& context) {
    return context.measurements ? &context.measurements->boards() : nullptr;
}

// The row of the stage's first device; -1: no stage.
int rowOfStage(const relay::SplitShown& shown, std::optional<std::size_t> stage) {
    if (!stage) return -1;
    std::size_t row = 0;
    for (std::size_t each = 0; each < *stage; ++each)
        row += shown.choice.split[each].devices.size();
    return static_cast<int>(row);
}

std::size_t stageOfRow(const relay::SplitShown& shown, int row) {
    std::size_t stage = 0;
    for (auto left = static_cast<std::size_t>(row); left >= shown.choice.split[stage].devices.size(); ++stage)
        left -= shown.choice.split[stage].devices.size();
    return stage;
}

} // namespace

PipelineView::PipelineView(ViewContext& context, QWidget* parent)
    : View(context, parent), m_runs(context.searches ? *context.searches : context.pool, boardsOf(context)),
      m_answer(new PageAnswer(u"pipelineAnswer"_s, this)),
      m_controls(new PipelineControls(boardsOf(context), processorsHere(context), this)),
      m_runRow(new RunRow(m_runs, this)), m_pictures(new PipelinePictures(context, this)),
      m_rows(new RowTable({}, this)), m_table(new DataTable(*m_rows, u"pipelineStages"_s, this)) {
    auto* columns = rowIn(this, {16, 8, 16, 8}, 16);
    auto* split = makeSplitter(Qt::Horizontal, u"pipelineColumns"_s, this);
    QScrollArea* const scroll = scrollColumn(m_controls, 0, split);
    scroll->setMinimumWidth(220);
    split->addWidget(scroll);
    split->addWidget(makeResults());
    split->setStretchFactor(1, 1);
    split->setSizes({ControlsWidth, 1000});
    columns->addWidget(split);
    connectParts();
    showObstacle();
    showResult();
}

QWidget* PipelineView::makeResults() {
    auto* results = new QWidget(this);
    auto* rows = columnIn(results, {}, 8);
    m_answer->reserveLines(2);
    rows->addWidget(m_answer);
    rows->addWidget(m_runRow);
    auto* split = makeSplitter(Qt::Vertical, u"pipelineRows"_s, results);
    split->addWidget(m_pictures);
    split->addWidget(m_table);
    split->setSizes({1600, 800});
    rows->addWidget(split, 1);
    m_table->view().setAccessibleName(tr("Stages by device"));
    return results;
}

void PipelineView::connectParts() {
    connect(m_controls, &PipelineControls::changed, this, [this] {
        m_runRow->showFailure({});
        showObstacle();
        showAnswer();
    });
    connect(&m_controls->devices(), &DeviceRows::boardsRequested, this,
            [this] { emit pageRequested(u"measure"_s); });
    connect(m_runRow, &RunRow::planRequested, this, [this] { start(false); });
    connect(m_runRow, &RunRow::runRequested, this, [this] { start(true); });
    connect(m_runRow, &RunRow::stopRequested, &m_runs, &SplitRuns::stop);
    connect(&m_runs, &SplitRuns::changed, this, &PipelineView::showResult);
    connect(&m_runs, &SplitRuns::stateChanged, this, [this] {
        m_pictures->setPending(m_runs.isRunning());
        if (!m_runs.result()) showAnswer();
    });
    connect(&m_runs, &SplitRuns::failed, this, [this](const QString& why) {
        m_runRow->showFailure(why);
        emit message(why);
    });
    connect(m_answer, &PageAnswer::linkFollowed, this, [this](const QString& target) {
        if (target == u"plan"_s && obstacle().isEmpty() && !m_runs.isRunning()) start(false);
    });
    connect(m_table, &DataTable::rowChosen, this, [this](int row) {
        const relay::StagePlanner::Choice& choice = m_runs.result()->shown().choice;
        const std::size_t stage = stageOfRow(m_runs.result()->shown(), row);
        context().selection.select({choice.nodes[choice.split[stage].first], {}});
    });
    connect(&context().selection, &Selection::changed, this, &PipelineView::markSelected);
    if (context().measurements)
        connect(context().measurements, &Measurements::stateChanged, this, &PipelineView::showObstacle);
}

void PipelineView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    const bool isSame = m_analysis && analysis && m_analysis->opened == analysis->opened;
    m_analysis = std::move(analysis);
    if (!isSame) {
        m_runRow->showFailure({});
        m_runs.forget();
    }
    showObstacle();
    showAnswer();
}

QString PipelineView::obstacle() const {
    if (!m_analysis || !m_analysis->opened) return tr("Open a model first.");
    if (!m_analysis->typed || !m_analysis->fusion || m_analysis->isStale("fuse"))
        return tr("The graph is being fused …");
    if (context().measurements && context().measurements->state() != Measurements::State::Idle)
        return tr("A measurement runs, which a plan would disturb.");
    return m_controls->fault();
}

void PipelineView::showObstacle() { m_runRow->setObstacle(obstacle()); }

void PipelineView::start(bool runsFrames) {
    if (!obstacle().isEmpty()) return;
    device::SplitTask task = m_controls->task();
    task.typed = m_analysis->typed;
    task.history = m_analysis->fusion;
    task.seed = context().settings.get().seed;
    task.runs = runsFrames;
    m_runs.start(std::move(task));
}

void PipelineView::showResult() {
    const auto& result = m_runs.result();
    m_table->setVisible(result != nullptr); // heads alone say nothing
    if (result) {
        m_pictures->display(result);
        m_rows->show(relay::stageTable(result->record->shown));
        m_table->fitColumns(-1);
        m_table->limitHeight();
        markSelected();
    } else {
        m_rows->show({});
        m_pictures->displayNothing(tr("The graph by stage, the frames in time and what one more board brings "
                                      "stand here once there is a plan."));
    }
    showAnswer();
}

PageWords PipelineView::wordsOfNone() const {
    PageWords words;
    words.isAnswer = false;
    if (m_runs.isRunning())
        words.headline = tr("Devices and links are being measured …");
    else if (const QString why = obstacle(); !why.isEmpty())
        words.headline = why.toHtmlEscaped();
    else
        words.headline =
            tr("How many frames do these devices reach together? %1, which takes some seconds for each.")
                .arg(AnswerLine::link(u"plan"_s, tr("Measure and plan")));
    return words;
}

void PipelineView::showAnswer() {
    const auto& result = m_runs.result();
    if (!result) return m_answer->display(wordsOfNone());
    const bool isOfOther = m_analysis && m_analysis->fusion && !m_analysis->isStale("fuse") &&
                           m_analysis->fusion != result->task.history;
    m_answer->display(pipelineWords(*result, !m_controls->isOf(result->task), isOfOther));
}

void PipelineView::markSelected() {
    const auto& result = m_runs.result();
    if (!result) return;
    const NodeId node = context().selection.current().node;
    const fusion::History& history = *result->task.history;
    std::optional<std::size_t> stage = stageOf(result->shown(), node);
    if (!stage && node.valid() && !history.graph.contains(node))
        for (const NodeId heir : history.descendantsOf(node))
            if (!stage) stage = stageOf(result->shown(), heir);
    const int row = rowOfStage(result->shown(), stage);
    m_table->markRows(row < 0 ? std::vector<int>{} : std::vector<int>{row});
}

QJsonObject PipelineView::saveState() const {
    QJsonObject state = View::saveState();
    state.insert(u"split"_s, m_controls->save());
    return state;
}

void PipelineView::restoreState(const QJsonObject& state) {
    View::restoreState(state);
    m_controls->restore(state.value(u"split"_s).toObject());
}

std::vector<Figure> PipelineView::figures() const {
    std::vector<Figure> figures = m_pictures->figures();
    const auto& result = m_runs.result();
    if (!result) return figures;
    const QString about = pipelineOrigin(*result).join(u'\n');
    for (Figure& each : figures)
        each.about = about;
    return figures;
}

const ViewEntry pipeline_view{
    "pipeline",
    QT_TRANSLATE_NOOP("Page", "Pipeline"),
    ":/icons/pipeline.svg",
    QT_TRANSLATE_NOOP("Page",
                      "One network over several devices: where it is cut, what limits, and what one more "
                      "board brings"),
    [](ViewContext& context) -> std::unique_ptr<View> { return std::make_unique<PipelineView>(context); },
    {},
    "exportFiguresAction"};

} // namespace edgewright::views
