// SPDX-License-Identifier: GPL-3.0-or-later
// The stages that compute the table of plans of the original or of the fused graph.
#pragma once

#include "core/pipeline/memory/plan_table.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline {

// Goes on with the table of the same first plan that was stopped.
template <bool IsFused>
Result<std::shared_ptr<const PlanTable>> computedTable(const Analysis& now, const Settings& settings,
                                                       const RunContext& run, const Parts<PlanTable>& parts) {
    const ir::Graph& graph = IsFused ? now.fusion->graph : *now.typed->graph;
    const auto& first = IsFused ? now.memoryAfter : now.memoryBefore;
    const auto& soFar = IsFused ? now.tableAfter : now.tableBefore;
    const PlanOptions options = settings.plan();
    PlanTable table = soFar && soFar->cells.front().plan == first ? *soFar : begunTable(first, options);
    return everyPlan(graph, now.opsets(IsFused), options, std::move(table), parts, run);
}

// Other settings of memory make another first plan.
template <auto Member, bool IsFused>
constexpr Stage planTableStage(std::string_view name, const char* title) {
    return stageInto<Member, computedTable<IsFused>>({
        .name = name,
        .title = title,
        .needs = {IsFused ? "memory_fused" : "memory"},
        .searches = true,
        .applies = [](const Analysis&,
                      const Settings& settings) { return settings.viewState.planTable == IsFused; },
    });
}

} // namespace edgewright::pipeline
