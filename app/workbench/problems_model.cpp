// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/problems_model.h"

#include <algorithm>

namespace edgewright::workbench {

void ProblemsModel::show(const pipeline::Analysis& analysis) {
    Diagnostics rows;
    if (analysis.typed) rows = analysis.typed->diagnostics;
    if (analysis.fusion)
        rows.insert(rows.end(), analysis.fusion->faults.begin(), analysis.fusion->faults.end());
    if (analysis.check)
        for (const std::string& note : analysis.check->notes)
            rows.push_back({Severity::Note, "check-input", note, {}, {}, "check"});
    if (analysis.memoryBefore)
        rows.insert(rows.end(), analysis.memoryBefore->liveness.skipped.begin(),
                    analysis.memoryBefore->liveness.skipped.end());
    if (analysis.costs)
        for (const Diagnostics* found : {&analysis.costs->skipped, &analysis.costs->notes})
            rows.insert(rows.end(), found->begin(), found->end());
    for (const auto& [stage, error] : analysis.errors)
        if (error.code != ErrorCode::Cancelled)
            rows.push_back({Severity::Error, "stage-" + stage, error.message, {}, {}, stage});
    std::ranges::stable_sort(rows, std::ranges::greater{}, &Diagnostic::severity);
    if (rows.size() == m_rows.size() &&
        std::ranges::equal(rows, m_rows, {}, &Diagnostic::message, &Diagnostic::message))
        return;
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

views::Item ProblemsModel::itemAt(int row) const {
    if (row < 0 || row >= rowCount()) return {};
    const Diagnostic& diagnostic = m_rows[static_cast<std::size_t>(row)];
    if (diagnostic.node.valid()) return {diagnostic.node, {}};
    return {{}, diagnostic.value};
}

int ProblemsModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}
int ProblemsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : 3; }

QVariant ProblemsModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
    const Diagnostic& row = m_rows[static_cast<std::size_t>(index.row())];
    switch (index.column()) {
    case 0:
        return row.severity == Severity::Error     ? tr("Error")
               : row.severity == Severity::Warning ? tr("Warning")
                                                   : tr("Note");
    case 1:
        return QString::fromStdString(row.place);
    default:
        return QString::fromStdString(row.message);
    }
}

QVariant ProblemsModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
    return section == 0 ? tr("Severity") : section == 1 ? tr("Place") : tr("What is wrong");
}

} // namespace edgewright::workbench
