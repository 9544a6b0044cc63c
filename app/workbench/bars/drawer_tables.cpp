// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/bars/drawer_tables.h"

#include "core/pipeline/bisect.h"
#include "core/table/diagnostic_table.h"
#include "views/support/fusion_edits.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::workbench {

namespace {

struct CheckWords {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::ProblemsModel)
};

// The proof that does not hold, with the patch that breaks it where that is known.
Diagnostic failedCheck(const pipeline::Analysis& analysis) {
    Diagnostic failed{
        Severity::Error,
        "check-failed",
        CheckWords::tr("The check failed: the fused graph does not compute what the original does")
            .toStdString(),
        {},
        {},
        "check"};
    if (const pipeline::BrokenBy* broken = pipeline::brokenBy(analysis)) {
        failed.message = CheckWords::tr("%1; broken by step %2: %3", "'The check failed', step, reason")
                             .arg(QString::fromStdString(failed.message))
                             .arg(broken->step + 1)
                             .arg(QString::fromStdString(broken->reason))
                             .toStdString();
        if (!broken->nodes.empty()) failed.node = broken->nodes.front();
    }
    return failed;
}

} // namespace

ProblemsModel::ProblemsModel(QObject* parent) : RowTable(table::diagnosticTable({}), parent) {}

void ProblemsModel::show(const pipeline::Analysis& analysis) {
    Diagnostics rows;
    if (analysis.typed) rows = analysis.typed->diagnostics;
    if (analysis.fusion)
        rows.insert(rows.end(), analysis.fusion->faults.begin(), analysis.fusion->faults.end());
    if (analysis.check && !analysis.isStale("check") && !analysis.check->passes())
        rows.push_back(failedCheck(analysis));
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
    if (rows.size() == m_found.size() &&
        std::ranges::equal(rows, m_found, {}, &Diagnostic::message, &Diagnostic::message))
        return;
    table::DiagnosticTree tree = table::byKind(rows);
    m_found = std::move(rows);
    m_rows = std::move(tree.rows);
    showTree(table::diagnosticTable(m_rows), tree.parents);
}

views::Item ProblemsModel::itemAt(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const Diagnostic& diagnostic = m_rows[static_cast<std::size_t>(rowOf(index))];
    if (diagnostic.node.valid()) return {diagnostic.node, {}};
    return {{}, diagnostic.value};
}

std::string ProblemsModel::kindAt(const QModelIndex& index) const {
    return index.isValid() ? m_rows[static_cast<std::size_t>(rowOf(index))].code : std::string();
}

namespace history_columns {

namespace {

using table::Cell;

struct Row {
    const fusion::Step& step;
    std::size_t place;
};

constexpr table::Column<Row> Columns[] = {
    {{"step", TRANSLATABLE("Column", "Step"), "", table::Unit::Plain},
     [](const Row& row) -> Cell { return row.place + 1; }},
    {table::inFiles("rule", table::Unit::Text),
     [](const Row& row) -> Cell { return row.step.rule.empty() ? "by_hand" : row.step.rule; }},
    {{"title", TRANSLATABLE("Column", "Rule"), "", table::Unit::Text, table::People},
     [](const Row& row) -> Cell { return views::ruleTitle(row.step.rule).toStdString(); }},
    {{"reason", TRANSLATABLE("Column", "What it did")}, [](const Row& row) -> Cell { return row.step.reason; }},
};

table::Table stepTable(std::shared_ptr<const fusion::History> history) {
    const std::size_t rows = history ? history->steps.size() : 0;
    return {std::span(Columns), rows, [history = std::move(history)](std::size_t row) {
                return Row{history->steps[row], row};
            }};
}

} // namespace

} // namespace history_columns

HistoryModel::HistoryModel(QObject* parent) : RowTable(history_columns::stepTable(nullptr), parent) {}

void HistoryModel::show(std::shared_ptr<const fusion::History> history) {
    if (history == m_history) return;
    m_history = std::move(history);
    RowTable::show(history_columns::stepTable(m_history));
}

views::Item HistoryModel::itemAt(const QModelIndex& index) const {
    if (!index.isValid()) return {};
    const fusion::Step& step = m_history->steps[static_cast<std::size_t>(rowOf(index))];
    for (const NodeId made : step.made)
        if (m_history->graph.contains(made)) return {made, {}};
    for (const NodeId node : step.nodes)
        if (m_history->base.contains(node)) return {node, {}};
    return {};
}

} // namespace edgewright::workbench
