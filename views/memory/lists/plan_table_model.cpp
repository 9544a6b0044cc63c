// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/plan_table_model.h"

#include "core/pipeline/plan_columns.h"
#include "views/memory/lists/catalogue_box.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QFont>

#include <algorithm>
#include <limits>

namespace edgewright::views {

PlanTableModel::PlanTableModel(QObject* parent)
    : RowTable(pipeline::planTable(0, {}), parent, [this](int row, std::string_view key, int role) {
          return row >= 0 ? words(m_cells[static_cast<std::size_t>(row)], key, role) : QVariant();
      }) {}

void PlanTableModel::setCells(std::vector<pipeline::PlanCell> cells,
                              std::shared_ptr<const pipeline::MemoryPlan> current) {
    m_cells.clear();
    m_bestPeak = std::numeric_limits<std::int64_t>::max();
    for (pipeline::PlanCell& cell : cells)
        m_cells.push_back({.what = std::move(cell)});
    if (!m_cells.empty() && current) {
        m_cells.front().plan = std::move(current);
        m_cells.front().state = State::Done;
        m_bestPeak = m_cells.front().plan->solution.peak;
    }
    show(table());
}

void PlanTableModel::noteChange(std::size_t row) {
    emit dataChanged(index(static_cast<int>(row), 0), index(static_cast<int>(row), columnCount() - 1));
}

void PlanTableModel::setState(std::size_t row, State state, const QString& error) {
    m_cells[row].state = state;
    m_cells[row].error = error;
    noteChange(row);
}

void PlanTableModel::setPlan(std::size_t row, std::shared_ptr<const pipeline::MemoryPlan> plan) {
    m_cells[row].plan = std::move(plan);
    m_cells[row].state = State::Done;
    noteChange(row);
    if (const std::int64_t peak = m_cells[row].plan->solution.peak; peak < m_bestPeak) {
        m_bestPeak = peak;
        // The one that was the smallest is so no more.
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::FontRole});
    }
}

std::size_t PlanTableModel::count(State state) const {
    return static_cast<std::size_t>(std::ranges::count(m_cells, state, &Cell::state));
}

std::optional<int> PlanTableModel::rowOf(const pipeline::PlanCell& cell) const {
    const auto at = std::ranges::find(m_cells, cell, &Cell::what);
    return at == m_cells.end() ? std::nullopt : std::optional(static_cast<int>(at - m_cells.begin()));
}

QString PlanTableModel::stateText(const Cell& cell) const {
    switch (cell.state) {
    case State::Waiting:
        return tr("waiting");
    case State::Running:
        return tr("running");
    case State::Stopped:
        return tr("stopped");
    case State::Failed:
        return cell.error;
    case State::Done:
        break;
    }
    return {};
}

table::Table PlanTableModel::table() const {
    return pipeline::planTable(m_cells.size(), [this](std::size_t row) {
        const Cell& cell = m_cells[row];
        pipeline::PlanRow made{.planner = cell.what.planner, .scheduler = cell.what.scheduler};
        if (!cell.plan) return made;
        made.problem = &cell.plan->liveness.problem;
        made.solution = &cell.plan->solution;
        made.verdict = &cell.plan->verdict;
        made.lowerBound = cell.plan->lowerBound;
        made.seconds = cell.plan->seconds;
        if (m_cells.front().plan) made.comparedPeak = m_cells.front().plan->solution.peak;
        return made;
    });
}

// Names in words, plans that are not there yet, and the smallest so far in bold.
QVariant PlanTableModel::words(const Cell& cell, std::string_view key, int role) const {
    const bool isPlanner = key == "planner", isOrder = key == "schedule", isResult = key == "result";
    switch (role) {
    case Qt::DisplayRole:
        if (isPlanner || isOrder) return spelledOut(isPlanner ? cell.what.planner : cell.what.scheduler);
        return cell.plan ? QVariant() : QVariant(isResult ? stateText(cell) : QString());
    case SortRole: // behind those that are known
        return cell.plan || isPlanner || isOrder || isResult
                   ? QVariant()
                   : QVariant(std::numeric_limits<double>::infinity());
    case Qt::FontRole: {
        QFont font = views::font(TextSize::Small);
        font.setBold(cell.plan && cell.plan->solution.peak == m_bestPeak);
        return font;
    }
    case Qt::ToolTipRole: {
        const memory::Planner* planner = memory::findPlanner(cell.what.planner);
        const memory::Scheduler* scheduler = memory::findScheduler(cell.what.scheduler);
        if (isOrder && scheduler) return text(scheduler->summary);
        if (isPlanner && planner) return text(planner->summary);
        return isResult && !cell.plan ? QVariant(stateText(cell)) : QVariant();
    }
    default:
        return {};
    }
}

} // namespace edgewright::views
