// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/planner_panel.h"

#include "core/pipeline/memory_plan.h"
#include "views/memory/lists/catalogue_box.h"
#include "views/support/layouts.h"
#include "views/support/table/data_table.h"

#include <QLabel>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace edgewright::views {

PlannerPanel::PlannerPanel(QThreadPool& pool, QWidget* parent)
    : QWidget(parent), m_model(new PlanTableModel(this)), m_runs(new PlanTableRuns(pool, *m_model, this)),
      m_table(new DataTable(*m_model, QStringLiteral("plans"), this)), m_curve(new SearchCurve(this)),
      m_state(new QLabel(this)), m_toggle(new QToolButton(this)),
      m_both(new QBoxLayout(QBoxLayout::LeftToRight)) {
    m_table->view().setAccessibleName(tr("Every planner on every order"));
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

    connect(m_runs, &PlanTableRuns::changed, this, &PlannerPanel::follow);
    connect(m_table, &DataTable::rowChosen, this, &PlannerPanel::choose);
    connect(m_curve, &SearchCurve::chosen, this, [this](const QString& name) {
        for (const memory::Planner* planner : memory::planners())
            if (spelledOut(std::string(planner->name)) == name)
                if (const auto row = m_model->rowOf({std::string(planner->name), m_options.scheduler}))
                    choose(*row);
    });
    connect(m_toggle, &QToolButton::clicked, this, [this] {
        if (m_runs->running())
            m_runs->cancel();
        else
            m_runs->start(true);
    });
    follow();
}

void PlannerPanel::show(std::shared_ptr<const PlanSide> base, const pipeline::PlanOptions& options) {
    const bool same = base == m_base || (base && m_base && &base->plan() == &m_base->plan());
    m_base = std::move(base);
    if (same) return;
    m_options = options;
    m_fitted = false;
    m_runs->reset(m_base, m_options);
    if (isVisible()) m_runs->start();
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
    using State = PlanTableModel::State;
    const auto all = static_cast<int>(m_model->cells().size());
    const auto left = static_cast<int>(m_model->count(State::Waiting) + m_model->count(State::Running));
    const bool stopped = m_model->count(State::Stopped) > 0;
    m_state->setText(all == 0   ? tr("Once there is a plan, it is compared with all others here.")
                     : left > 0 ? tr("%1 of %2 plans are there").arg(all - left).arg(all)
                                : tr("Click a plan to see it beside the one that is shown"));
    m_toggle->setVisible(m_runs->running() || stopped || left > 0);
    m_toggle->setText(m_runs->running() ? tr("Stop") : tr("Go on"));
    m_curve->show(traces(), bound(), all > 0 && left == 0 && !stopped);
    if (!m_fitted && all > 0) {
        m_table->fitColumns(m_model->columnOf("result"));
        m_fitted = true;
    }
}

// Nobody looks: nothing is computed.
void PlannerPanel::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_runs->start();
}

void PlannerPanel::hideEvent(QHideEvent* event) {
    m_runs->pause();
    QWidget::hideEvent(event);
}

void PlannerPanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    m_both->setDirection(width() > 720 ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
}

} // namespace edgewright::views
