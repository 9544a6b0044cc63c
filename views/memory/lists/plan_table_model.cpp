// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/memory/lists/plan_table_model.h"

#include "core/pipeline/plan_proof.h"
#include "views/memory/catalogue_box.h"
#include "views/support/quantity.h"
#include "views/support/table/table_text.h"
#include "views/support/theme.h"
#include "views/support/utf8.h"

#include <QFont>

#include <algorithm>
#include <limits>

namespace edgewright::views {

void PlanTableModel::setCells(std::vector<pipeline::PlanCell> cells,
                              std::shared_ptr<const pipeline::MemoryPlan> current) {
    beginResetModel();
    m_cells.clear();
    m_bestPeak = std::numeric_limits<std::int64_t>::max();
    for (pipeline::PlanCell& cell : cells)
        m_cells.push_back({.what = std::move(cell)});
    if (!m_cells.empty() && current) {
        m_cells.front().plan = std::move(current);
        m_cells.front().state = State::Done;
        m_bestPeak = m_cells.front().plan->solution.peak;
    }
    endResetModel();
}

void PlanTableModel::noteChange(std::size_t row) {
    emit dataChanged(index(static_cast<int>(row), 0), index(static_cast<int>(row), Columns - 1));
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
        emit dataChanged(index(0, 0), index(rowCount() - 1, Columns - 1), {Qt::FontRole});
    }
}

std::size_t PlanTableModel::count(State state) const {
    return static_cast<std::size_t>(std::ranges::count(m_cells, state, &Cell::state));
}

std::optional<int> PlanTableModel::rowOf(const pipeline::PlanCell& cell) const {
    const auto at = std::ranges::find(m_cells, cell, &Cell::what);
    return at == m_cells.end() ? std::nullopt : std::optional(static_cast<int>(at - m_cells.begin()));
}

int PlanTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_cells.size());
}

int PlanTableModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : Columns; }

QString PlanTableModel::result(const Cell& cell) const {
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
    if (!cell.plan->verdict.legal)
        return tr("illegal: %1").arg(QString::fromStdString(cell.plan->verdict.reason));
    switch (pipeline::proofOf(*cell.plan)) {
    case pipeline::Proof::Optimal:
        return tr("proven optimal");
    case pipeline::Proof::StoppedAtLimit:
        return tr("stopped at the limit");
    case pipeline::Proof::None:
        break;
    }
    return tr("not proven");
}

QString PlanTableModel::shown(const Cell& cell, int column) const {
    if (column == Planner) return spelledOut(cell.what.planner);
    if (column == Order) return spelledOut(cell.what.scheduler);
    if (column == Result) return result(cell);
    if (!cell.plan) return {};
    const auto peak = static_cast<double>(cell.plan->solution.peak);
    switch (column) {
    case Peak:
        return bytesText(cell.plan->solution.peak);
    case Ratio:
        return ratioText(peak, static_cast<double>(cell.plan->lowerBound));
    case Change: {
        const auto now = static_cast<double>(m_cells.front().plan ? m_cells.front().plan->solution.peak : 0);
        if (now <= 0 || peak == now) return now > 0 ? QStringLiteral("±0") : QString();
        return (peak < now ? QStringLiteral("−") : QStringLiteral("+")) +
               percentText(std::abs(peak - now) / now);
    }
    default:
        return secondsText(cell.plan->seconds);
    }
}

QVariant PlanTableModel::sorted(const Cell& cell, int column) const {
    if (column == Planner || column == Order || column == Result) return shown(cell, column);
    if (!cell.plan) return std::numeric_limits<double>::infinity(); // behind those that are known
    const auto peak = static_cast<double>(cell.plan->solution.peak);
    switch (column) {
    case Peak:
        return static_cast<qlonglong>(cell.plan->solution.peak);
    case Ratio:
        return cell.plan->lowerBound > 0 ? peak / static_cast<double>(cell.plan->lowerBound) : 1.0;
    case Change:
        return m_cells.front().plan ? peak - static_cast<double>(m_cells.front().plan->solution.peak) : 0.0;
    default:
        return cell.plan->seconds;
    }
}

QVariant PlanTableModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || index.row() >= rowCount()) return {};
    const Cell& cell = m_cells[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return shown(cell, index.column());
    case SortRole:
        return sorted(cell, index.column());
    case Qt::TextAlignmentRole:
        return index.column() >= Peak && index.column() <= Seconds ? int(Qt::AlignRight | Qt::AlignVCenter)
                                                                   : int(Qt::AlignLeft | Qt::AlignVCenter);
    case Qt::FontRole: {
        QFont font = views::font(TextSize::Small);
        font.setBold(cell.plan && cell.plan->solution.peak == m_bestPeak); // the smallest so far
        return font;
    }
    case Qt::ToolTipRole: {
        const memory::Planner* planner = memory::findPlanner(cell.what.planner);
        const memory::Scheduler* scheduler = memory::findScheduler(cell.what.scheduler);
        if (index.column() == Order && scheduler) return text(scheduler->summary);
        if (index.column() == Planner && planner) return text(planner->summary);
        return index.column() == Result ? result(cell) : QVariant();
    }
    default:
        return {};
    }
}

QVariant PlanTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    if (role == UnitRole)
        return section == Peak || section == Change ? QStringLiteral("B")
               : section == Seconds                 ? QStringLiteral("s")
                                                    : QString();
    if (role == Qt::ToolTipRole && section == Ratio)
        return tr("The peak over the most bytes that are alive at once in that order");
    if (role == Qt::ToolTipRole && section == Change) return tr("Against the plan that is shown");
    if (role != Qt::DisplayRole) return {};
    switch (section) {
    case Planner:
        return tr("Planner");
    case Order:
        return tr("Order");
    case Peak:
        return tr("Peak");
    case Ratio:
        return tr("× bound");
    case Change:
        return tr("Change");
    case Seconds:
        return tr("Time");
    default:
        return tr("Result");
    }
}

} // namespace edgewright::views
