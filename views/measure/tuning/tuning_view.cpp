// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/measure/tuning/tuning_view.h"

#include "core/tune/log_table.h"
#include "core/tuner/tune_table.h"
#include "views/measure/tuning/tuning_controls.h"
#include "views/measure/tuning/tuning_text.h"
#include "views/session/measurements.h"
#include "views/support/chart/run_chart.h"
#include "views/support/layouts.h"
#include "views/support/page/page_answer.h"
#include "views/support/quantity.h"
#include "views/support/table/data_table.h"
#include "views/support/table/row_table.h"

#include <QComboBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>

#include <algorithm>

namespace edgewright::views {

using namespace Qt::StringLiterals;

namespace {

table::Table noTunedKernels() { return tuner::tuneTable(std::make_shared<const tuner::TuneResult>()); }

} // namespace

TuningView::TuningView(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_tuning(context.measurements->tuning()),
      m_answer(new PageAnswer(u"tuningAnswer"_s, this, PageAnswer::Level::Tab)),
      m_controls(new TuningControls(m_tuning, this)), m_rows(new RowTable(noTunedKernels(), this)),
      m_table(new DataTable(*m_rows, u"tunedKernels"_s, this)) {
    setObjectName(u"tuning"_s);
    m_answer->reserveLines(1);
    auto* all = columnIn(this, {0, 8, 0, 0}, 4);
    all->addWidget(m_answer);
    all->addWidget(m_controls);
    auto* parts = makeSplitter(Qt::Vertical, u"tuningRows"_s, this);
    parts->addWidget(makeCharts());
    parts->addWidget(m_table);
    parts->setSizes({1000, 650});
    all->addWidget(parts, 1);
    m_table->view().setAccessibleName(tr("Kernels, as they were tuned"));
    connect(m_table, &DataTable::rowChosen, this, [this](int row) { choose(static_cast<std::size_t>(row)); });
    connect(m_controls, &TuningControls::measureRequested, this, &TuningView::measureRequested);
    connect(m_controls, &TuningControls::choicesChanged, this, [this] {
        if (!m_drawn) draw(true);
    });
    connect(m_controls, &TuningControls::logChosen, &m_tuning, &Tuning::open);
    connect(&m_tuning, &Tuning::changed, this, &TuningView::showTuned);
    connect(&m_tuning, &Tuning::stateChanged, this, [this] {
        showAnswer();
        if (!m_drawn) draw(true);
    });
    connect(&context.selection, &Selection::changed, this, &TuningView::followSelection);
    showTuned();
}

QWidget* TuningView::makeCharts() {
    auto* charts = new QWidget(this);
    auto* rows = columnIn(charts, {}, 4);
    m_which = new QComboBox(charts);
    m_which->setObjectName(u"tuningChart"_s);
    m_which->setAccessibleName(tr("Chart"));
    m_which->setToolTip(tr("What is drawn"));
    m_which->setMinimumWidth(56);
    m_stack = new QStackedWidget(charts);
    for (const TuningChartSpec* spec : tuningCharts()) {
        auto* pane = new RunChart(QString::fromLatin1(spec->name), spec->titleText(), m_context.pool, m_stack);
        m_charts.push_back({spec, pane, std::make_shared<std::vector<std::optional<std::size_t>>>()});
        m_stack->addWidget(pane);
        m_which->addItem(spec->tabText(), QString::fromLatin1(spec->name));
        connect(&pane->pane(), &ChartPane::targetClicked, this,
                [this, tasks = m_charts.back().tasks](std::size_t target) {
                    if (target < tasks->size() && (*tasks)[target]) choose((*tasks)[target]);
                });
        connect(&pane->pane(), &ChartPane::cleared, this, [this] {
            const bool had = m_task.has_value();
            m_task.reset();
            if (had) draw(true);
            return m_context.selection.clear() || had;
        });
    }
    connect(m_which, &QComboBox::currentIndexChanged, m_stack, &QStackedWidget::setCurrentIndex);
    auto* head = new QHBoxLayout;
    head->setSpacing(8);
    head->addWidget(m_which);
    head->addWidget(m_controls->progress(), 1); // the chart stays where it is
    head->addWidget(m_controls->logs());
    rows->addLayout(head);
    rows->addWidget(m_stack, 1);
    return charts;
}

void TuningView::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    showAnswer();
    if (!m_drawn) draw(true);
}

void TuningView::setDevice(const std::string& device, const QString& name) {
    m_device = device;
    m_deviceName = name;
    m_controls->setDevice(device, deviceObstacle());
    showAnswer();
}

void TuningView::setBeside(const device::Against* against, const QString& name) {
    if (!against && !m_against) return;
    m_against = against ? std::optional(*against) : std::nullopt;
    m_besideName = name;
    draw(true);
}

void TuningView::showTuned() {
    const auto shown = m_tuning.shown();
    const bool isMore =
        m_drawn && shown && m_tuning.isRunning() && m_drawn->tried->tasks.size() == shown->tried->tasks.size();
    m_drawn = shown;
    if (!isMore || (m_task && *m_task >= shown->tried->tasks.size())) m_task.reset();
    showTable();
    followSelection();
    showAnswer();
    draw(isMore);
}

void TuningView::showTable() {
    table::Table rows = m_drawn && m_drawn->result ? tuner::tunedTable(*m_drawn->result)
                        : m_drawn && m_drawn->log  ? tune::taskTable(m_drawn->log)
                                                   : noTunedKernels();
    const bool hasRows = rows.rows() > 0;
    m_rows->show(std::move(rows));
    m_table->setVisible(hasRows); // heads alone say nothing
    if (hasRows) m_table->fitColumns();
}

QString TuningView::deviceObstacle() const {
    if (m_context.measurements->isThisGpu(m_device))
        return tr(
            "On the GPU, “edgewright-cli tune MODEL --device gpu” tunes a whole network, and "
            "“edgewright-cli gpu --tune” its kernels by themselves. Here kernels of processors are tuned: "
            "choose this machine or a board.");
    return m_context.measurements->isMeasurable(m_device)
               ? QString()
               : tr("This device is no board that was added: its runs came with a profile or the study.");
}

QString TuningView::invitation() const {
    if (const QString obstacle = m_tuning.obstacle(); !obstacle.isEmpty()) return obstacle;
    if (m_tuning.isRunning()) return tr("The first trials are on their way.");
    if (const QString obstacle = deviceObstacle(); !obstacle.isEmpty()) return obstacle;
    const tuner::TuneChoices choices = m_controls->choices();
    const QString trials = groupedText(choices.search.trials), seconds = digitsText(choices.search.seconds, 6);
    QString text;
    switch (choices.space) {
    case tuner::SpaceChoice::Template:
        text = tr("Tune tries other parameters for each kernel of this model on %1: %2 trials, at most %3 s.")
                   .arg(m_deviceName, trials, seconds);
        break;
    case tuner::SpaceChoice::Generated:
        text = tr("Tune builds loop nests for each kernel of this model with the C compiler of %1, and tries "
                  "them: %2 trials, at most %3 s.")
                   .arg(m_deviceName, trials, seconds);
        break;
    case tuner::SpaceChoice::Both:
        text = tr("Tune tries other parameters for each kernel of this model on %1, then loop nests that its C "
                  "compiler builds: %2 trials and at most %3 s for each of both.")
                   .arg(m_deviceName, trials, seconds);
        break;
    }
    text += u' ' + tr("Each trial is written to a log. Or open a log of Kernel Tuner or TVM.");
    if (const QString none = m_tuning.generatedObstacle(m_device); !none.isEmpty())
        text += u'\n' + tr("Parameters alone are searched: %1").arg(none);
    return text;
}

void TuningView::showAnswer() {
    if (m_drawn) return m_answer->display(tuningWords(*m_drawn, m_deviceName));
    m_answer->display({tr("How much faster can the kernels of this model be?"), {}, {}, false});
}

TuningInput TuningView::input() const { return {m_drawn, m_task, theirs(), m_besideName}; }

void TuningView::draw(bool keepView) {
    if (!m_drawn) {
        for (const Chart& each : m_charts)
            each.pane->displayNothing(invitation(), m_tuning.isRunning() || m_tuning.isReading());
        return;
    }
    const TuningInput now = input();
    for (const Chart& each : m_charts) {
        if (const QString none = each.spec->emptyText(now); !none.isEmpty()) {
            each.tasks->clear();
            each.pane->displayNothing(none, m_tuning.isRunning());
            continue;
        }
        TuningInput onPaper = now;
        onPaper.isOnPaper = true;
        each.pane->display(
            [now, spec = each.spec, tasks = each.tasks](const Theme& theme) {
                tasks->clear();
                return spec->build(now, theme, *tasks);
            },
            keepView, false,
            [onPaper, spec = each.spec](const Theme& theme) {
                std::vector<std::optional<std::size_t>> tasks;
                return spec->build(onPaper, theme, tasks);
            });
    }
}

std::vector<NodeId> TuningView::nodesOf(std::size_t task) const {
    std::vector<NodeId> nodes;
    if (!m_drawn || !m_drawn->result || !m_analysis || !m_analysis->fusion) return nodes;
    const ir::Graph& fused = m_analysis->fusion->graph;
    for (const NodeId id : m_drawn->result->task(task).nodes) {
        if (!fused.contains(id)) continue; // the model was fused in another way since
        for (const NodeId origin : ir::originsOf(fused.node(id)))
            nodes.push_back(origin);
        nodes.push_back(id);
    }
    std::ranges::sort(nodes);
    return nodes;
}

// Of parts that belong to one kernel as a whole.
std::vector<double> TuningView::theirs() const {
    std::vector<double> sums;
    if (!m_against || !m_drawn || !m_drawn->result) return sums;
    for (std::size_t i = 0; i < m_drawn->result->tasks(); ++i) {
        const std::vector<NodeId> nodes = nodesOf(i);
        double sum = 0;
        for (const device::AgainstRow& row : m_against->rows)
            if (!row.nodes.empty() && std::ranges::all_of(row.nodes, [&](NodeId id) {
                    return std::ranges::binary_search(nodes, id);
                }))
                sum += row.theirs;
        sums.push_back(sum);
    }
    return sums;
}

void TuningView::choose(std::optional<std::size_t> task) {
    m_task = task;
    std::vector<NodeId> nodes;
    if (task && m_drawn && m_drawn->result) nodes = m_drawn->result->task(*task).nodes;
    if (!nodes.empty()) m_context.selection.select({nodes.front(), {}});
    m_task = task; // whatever else the node stands for
    if (task) m_table->markRows({static_cast<int>(*task)});
    draw(true);
}

void TuningView::followSelection() {
    const NodeId node = m_context.selection.current().node;
    if (!m_drawn || !m_drawn->result || !node.valid()) return;
    for (std::size_t i = 0; i < m_drawn->result->tasks(); ++i) {
        if (!std::ranges::binary_search(nodesOf(i), node)) continue;
        if (m_task == i) return;
        m_task = i;
        m_table->markRows({static_cast<int>(i)});
        return draw(true);
    }
}

std::vector<Figure> TuningView::figures() const {
    std::vector<Figure> result;
    for (const Chart& each : m_charts)
        if (auto figure = each.pane->figure()) {
            const bool isOfLog = m_drawn && m_drawn->log;
            if (m_drawn && (m_drawn->result || isOfLog) && result.empty())
                figure->table = {isOfLog ? u"tuning-log"_s : u"tuned-kernels"_s, m_rows->table()};
            if (isOfLog) // the open model need not be what was tuned
                figure->title =
                    tr("%1, of the log %2", "figure, file").arg(figure->title, fileText(m_drawn->file));
            if (m_drawn) figure->about = tuningOrigin(*m_drawn, m_deviceName).join(u'\n');
            result.push_back(*std::move(figure));
        }
    return result;
}

QJsonObject TuningView::saveState() const {
    QJsonObject state = m_controls->save();
    state.insert(u"chart"_s, m_which->currentData().toString());
    return state;
}

void TuningView::restoreState(const QJsonObject& state) {
    m_controls->restore(state);
    if (const int chart = m_which->findData(state.value(u"chart"_s).toString()); chart >= 0)
        m_which->setCurrentIndex(chart);
    if (!m_drawn) draw(true);
}

} // namespace edgewright::views
