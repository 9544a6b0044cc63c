// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/planner_panel.h"

#include "core/pipeline/memory/memory_plan.h"
#include "views/memory/lists/catalogue_box.h"
#include "views/support/job/stage_jobs.h"
#include "views/support/job/stage_text.h"
#include "views/support/layouts.h"
#include "views/support/table/data_table.h"

#include <QLabel>
#include <QTableView>
#include <QTimer>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

PlannerPanel::PlannerPanel(ViewContext& context, QWidget* parent)
    : QWidget(parent), m_context(context), m_model(new PlanTableModel(this)),
      m_table(new DataTable(*m_model, QStringLiteral("plans"), this)), m_curve(new SearchCurve(this)),
      m_state(new QLabel(this)), m_toggle(new QToolButton(this)),
      m_both(new QBoxLayout(QBoxLayout::LeftToRight)) {
    m_table->view().setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->view().setMinimumHeight(48);
    m_state->setObjectName(QStringLiteral("plansState"));
    m_state->setFont(views::font(TextSize::Small));
    m_toggle->setObjectName(QStringLiteral("plansToggle"));
    m_toggle->setFont(views::font(TextSize::Small));
    m_table->addBeside(m_state);
    m_table->addBeside(m_toggle);
    m_both->setContentsMargins(0, 0, 0, 0);
    m_both->setSpacing(8);
    m_both->addWidget(m_table, 3);
    m_both->addWidget(m_curve, 2);
    auto* column = columnIn(this, {0, 4, 0, 0});
    column->addLayout(m_both, 1);

    connect(m_table, &DataTable::rowChosen, this, &PlannerPanel::choose);
    connect(m_curve, &SearchCurve::chosen, this, [this](const QString& name) {
        for (const memory::Planner* planner : memory::planners())
            if (spelledOut(std::string(planner->name)) == name)
                if (const auto row = m_model->rowOf({std::string(planner->name), m_options.scheduler}))
                    choose(*row);
    });
    connect(m_toggle, &QToolButton::clicked, this, [this] {
        if (job() && job()->running())
            job()->cancel();
        else
            resume();
    });
    follow();
}

void PlannerPanel::show(std::shared_ptr<const PlanSide> base, const pipeline::PlanOptions& options) {
    const bool same = base == m_base || (base && m_base && &base->plan() == &m_base->plan());
    m_base = std::move(base);
    if (same) return;
    m_options = options;
    m_fitted = m_paused = false;
    ask();
    follow();
}

void PlannerPanel::setAnalysis(std::shared_ptr<const pipeline::Analysis> analysis) {
    m_analysis = std::move(analysis);
    follow();
}

void PlannerPanel::ask() {
    const std::optional<bool> asked = m_base && isVisible() ? std::optional(m_base->after()) : std::nullopt;
    m_context.settings.look([&](pipeline::ViewState& view) { view.planTable = asked; });
}

void PlannerPanel::resume() {
    m_paused = false;
    if (job()) m_context.stages->retry(stage());
}

std::string_view PlannerPanel::stage() const {
    return m_base && m_base->after() ? "memory_fused_table" : "memory_table";
}

JobSlot* PlannerPanel::job() const {
    return m_context.stages && m_base ? &m_context.stages->job(stage()) : nullptr;
}

std::shared_ptr<const pipeline::MemoryPlan> PlannerPanel::planOf(const std::string& planner,
                                                                 const std::string& scheduler) const {
    const auto row = m_model->rowOf({planner, scheduler});
    return row ? m_model->cells()[static_cast<std::size_t>(*row)].plan : nullptr;
}

void PlannerPanel::mark(const std::string& planner, const std::string& scheduler) {
    const auto row = m_model->rowOf({planner, scheduler});
    m_table->markRows(row ? std::vector<int>{*row} : std::vector<int>());
    m_curve->mark(scheduler == m_options.scheduler ? spelledOut(planner) : QString());
}

void PlannerPanel::choose(int row) {
    const PlanTableModel::Cell& cell = m_model->cells()[static_cast<std::size_t>(row)];
    if (!cell.plan || !cell.plan->verdict.legal) return;
    const pipeline::PlanCell what = cell.what;
    mark(what.planner, what.scheduler);
    emit chosen(what.planner, what.scheduler);
}

std::vector<SearchTrace> PlannerPanel::traces() const {
    std::vector<SearchTrace> traces;
    for (const PlanTableModel::Cell& cell : m_model->cells())
        if (cell.plan && cell.plan->solution.nodes > 0 && !cell.plan->improvements.empty() &&
            cell.what.scheduler == m_options.scheduler)
            traces.push_back({.name = spelledOut(cell.what.planner),
                              .improvements = cell.plan->improvements,
                              .end = cell.plan->seconds,
                              .optimal = pipeline::proofOf(*cell.plan) == pipeline::Proof::Optimal});
    return traces;
}

std::int64_t PlannerPanel::bound() const {
    std::int64_t bound = 0;
    for (const PlanTableModel::Cell& cell : m_model->cells())
        if (cell.plan && cell.what.scheduler == m_options.scheduler)
            bound = std::max(bound, cell.plan->lowerBound);
    return bound;
}

void PlannerPanel::follow() {
    const auto& known = !m_base || !m_analysis ? nullptr
                        : m_base->after()      ? m_analysis->tableAfter
                                               : m_analysis->tableBefore;
    const bool isOfBase = known && known->cells.front().plan == m_base->sharedPlan();
    const bool stopped = !m_paused && !cancelledOf(m_analysis.get(), {stage()}).isEmpty();
    m_model->setCells(isOfBase ? known->cells
                      : m_base ? pipeline::begunTable(m_base->sharedPlan(), m_options).cells
                               : std::vector<pipeline::PlannedCell>(),
                      stopped);
    const std::vector<pipeline::PlannedCell>& cells = m_model->cells();
    const auto all = static_cast<int>(cells.size());
    const auto open = static_cast<int>(std::ranges::count(cells, true, &pipeline::PlannedCell::isOpen));
    const QString error = m_base && m_analysis ? errorText(*m_analysis, stage()) : QString();
    const bool running = job() && job()->running();
    const QString name = tr("Every planner on every order");
    m_table->view().setAccessibleName(m_base ? tr("%1: %2").arg(m_base->title(), name) : name);
    m_state->setText(all == 0               ? tr("Once there is a plan, it is compared with all others here.")
                     : !error.isEmpty()     ? error
                     : open > 0 && !stopped ? tr("%1 of %2 plans are there").arg(all - open).arg(all)
                                            : tr("Click a plan to see it beside the one that is shown"));
    m_toggle->setVisible(open > 0 && (running || stopped));
    m_toggle->setText(running ? tr("Stop") : tr("Go on"));
    m_curve->show(traces(), bound(), all > 0 && open == 0);
    if (!m_fitted && all > 0) {
        m_table->fitColumns(m_model->columnOf("result"));
        m_fitted = true;
    }
}

// Nobody looks: nothing is computed. What was is kept, and the stages of the page are wanted only once it is
// shown.
void PlannerPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    ask();
    QTimer::singleShot(0, this, [this] {
        if (m_paused && isVisible()) resume();
    });
    follow();
}

void PlannerPanel::hideEvent(QHideEvent* event) {
    if (job() && job()->running()) {
        m_paused = true;
        job()->cancel();
    }
    QWidget::hideEvent(event);
}

void PlannerPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_both->setDirection(width() > 720 ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

} // namespace edgewright::views
