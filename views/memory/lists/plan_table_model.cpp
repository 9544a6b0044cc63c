// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/plan_table_model.h"

#include "core/pipeline/memory/plan_columns.h"
#include "views/memory/lists/catalogue_box.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QFont>

#include <algorithm>
#include <limits>
#include <utility>

namespace edgewright::views {

PlanTableModel::PlanTableModel(QObject* parent)
    : RowTable(pipeline::planTable(0, {}), parent, [this](int row, std::string_view key, int role) {
          return row >= 0 ? words(m_cells[static_cast<std::size_t>(row)], key, role) : QVariant();
      }) {}

void PlanTableModel::setCells(std::vector<Cell> cells, bool stopped) {
    const std::vector<Cell> before = std::exchange(m_cells, std::move(cells));
    const bool wasStopped = std::exchange(m_stopped, stopped);
    const std::int64_t best = std::exchange(m_bestPeak, std::numeric_limits<std::int64_t>::max());
    for (const Cell& cell : m_cells)
        if (cell.plan) m_bestPeak = std::min(m_bestPeak, cell.plan->solution.peak);
    if (!std::ranges::equal(before, m_cells, {}, &Cell::what, &Cell::what)) return show(table());
    for (std::size_t row = 0; row < m_cells.size(); ++row)
        if (before[row] != m_cells[row] || (wasStopped != stopped && m_cells[row].isOpen()))
            emit dataChanged(index(static_cast<int>(row), 0), index(static_cast<int>(row), columnCount() - 1));
    // The one that was the smallest is so no more.
    if (best != m_bestPeak && !m_cells.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1), {Qt::FontRole});
}

std::optional<int> PlanTableModel::rowOf(const pipeline::PlanCell& cell) const {
    const auto at = std::ranges::find(m_cells, cell, &Cell::what);
    return at == m_cells.end() ? std::nullopt : std::optional(static_cast<int>(at - m_cells.begin()));
}

QString PlanTableModel::stateText(const Cell& cell) const {
    if (cell.state == Cell::State::Failed) return QString::fromStdString(cell.error);
    if (!cell.isOpen()) return {};
    return m_stopped ? tr("stopped") : cell.state == Cell::State::Running ? tr("running") : tr("waiting");
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
        made.isWhole = cell.plan->liveness.isWhole();
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
    case PendingRole:
        return cell.isOpen();
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
