// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/problems_model.h"

#include "core/table/diagnostic_table.h"

#include <algorithm>

namespace edgewright::workbench {

ProblemsModel::ProblemsModel(QObject* parent) : RowTable(table::diagnosticTable({}), parent) {}

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
    m_rows = std::move(rows);
    RowTable::show(table::diagnosticTable(m_rows));
}

views::Item ProblemsModel::itemAt(int row) const {
    if (row < 0 || row >= rowCount()) return {};
    const Diagnostic& diagnostic = m_rows[static_cast<std::size_t>(row)];
    if (diagnostic.node.valid()) return {diagnostic.node, {}};
    return {{}, diagnostic.value};
}

} // namespace edgewright::workbench
