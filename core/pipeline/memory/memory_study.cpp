// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/memory/memory_study.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <unordered_set>

namespace edgewright::pipeline {

namespace {

// Empty buffers are never asked for.
std::int64_t countOf(const memory::Problem& problem) {
    return std::ranges::count_if(problem.buffers, [](const memory::Buffer& buffer) { return buffer.size > 0; });
}

} // namespace

Result<MemoryStudy::Row> memoryStudyRow(const ir::Graph& graph, const ir::Opsets& opsets, bool fusion,
                                        bool reuse, const PlanOptions& options, const RunContext& run) {
    static constexpr std::array<std::string_view, 4> Names{
        TRANSLATABLE("Word", "baseline"), TRANSLATABLE("Word", "fusion"), TRANSLATABLE("Word", "reuse"),
        TRANSLATABLE("Word", "fusion and reuse")};
    PlanOptions chosen = options;
    if (!reuse) {
        chosen.planner = "no_reuse";
        chosen.scheduler = "as_given";
        chosen.liveness.inPlace = false;
    }
    ASSIGN_OR_RETURN(auto planned, plan(graph, opsets, chosen, run));
    MemoryStudy::Row row;
    row.name = Names[(reuse ? 2u : 0u) + (fusion ? 1u : 0u)];
    row.fusion = fusion;
    row.reuse = reuse;
    row.plan = std::move(planned);
    const memory::Problem& problem = row.plan->liveness.problem;
    row.peak = row.baseline = row.plan->solution.peak;
    row.sum = row.plan->sum;
    row.lowerBound = row.plan->lowerBound;
    row.buffers = static_cast<std::int64_t>(problem.buffers.size());
    row.allocations = reuse ? allocationsOf(row.plan->solution) : countOf(problem);
    std::unordered_set<NodeId> calls; // a fused group is one, as in exec::RunResult
    for (const NodeId step : row.plan->liveness.steps)
        calls.insert(row.plan->execution.given(step));
    row.operatorCalls = static_cast<std::int64_t>(calls.size());
    row.fragmentation = fragmentationOf(problem, row.plan->solution);
    ASSIGN_OR_RETURN(const auto runtime, pack(problem, "dynamic_first_fit", {}, run));
    row.runtimePeak = runtime.solution.peak;
    row.runtimeAllocations = runtime.solution.allocations;
    row.runtimeFragmentation = runtime.solution.fragmentation;
    return row;
}

Result<MemoryStudy> memoryStudy(const ir::Graph& before, const ir::Opsets& beforeOpsets, const ir::Graph& after,
                                const ir::Opsets& afterOpsets, const PlanOptions& options,
                                const RunContext& run) {
    MemoryStudy study;
    for (std::size_t i = 0; i < study.rows.size(); ++i) {
        const bool fusion = i % 2 == 1, reuse = i >= 2;
        ASSIGN_OR_RETURN(study.rows[i],
                         memoryStudyRow(fusion ? after : before, fusion ? afterOpsets : beforeOpsets, fusion,
                                        reuse, options, run));
        study.rows[i].baseline = study.rows[0].peak;
    }
    return study;
}

table::Table studyTable(const MemoryStudy& study) {
    using table::Cell, table::inFiles, table::member;
    using enum table::Unit;
    using Row = MemoryStudy::Row;
    static constexpr auto share = [](std::int64_t part, std::int64_t whole) {
        return whole > 0 ? Cell(static_cast<double>(part) / static_cast<double>(whole)) : Cell();
    };
    static constexpr table::Column<Row> Columns[] = {
        {{"case", TRANSLATABLE("Column", "Case")},
         [](const Row& row) -> Cell {
             return table::Word{row.name, row.name.data()};
         }},
        {inFiles("fusion"), [](const Row& row) -> Cell { return row.fusion ? 1 : 0; }},
        {inFiles("reuse"), [](const Row& row) -> Cell { return row.reuse ? 1 : 0; }},
        {{"peak", TRANSLATABLE("Column", "Peak bytes"), "", Plain}, member<&Row::peak>},
        {{"sum", TRANSLATABLE("Column", "Sum of buffers"), "", Plain}, member<&Row::sum>},
        {{"lower_bound", TRANSLATABLE("Column", "Lower bound"), "", Plain}, member<&Row::lowerBound>},
        {inFiles("buffers"), member<&Row::buffers>},
        {{"allocations", TRANSLATABLE("Column", "Allocations"), "", Plain}, member<&Row::allocations>},
        {{"operator_calls", TRANSLATABLE("Column", "Calls"), "", Plain}, member<&Row::operatorCalls>},
        {inFiles("fragmentation"), member<&Row::fragmentation>},
        {{"holes", TRANSLATABLE("Column", "Holes"), "", Share, table::Terminal},
         [](const Row& row) { return share(row.fragmentation, row.peak); }},
        {{"of_baseline", TRANSLATABLE("Column", "Of baseline"), "", Share, table::Terminal},
         [](const Row& row) { return share(row.peak, row.baseline); }},
        {inFiles("runtime.peak"), member<&Row::runtimePeak>},
        {inFiles("runtime.allocations"), member<&Row::runtimeAllocations>},
        {inFiles("runtime.fragmentation"), member<&Row::runtimeFragmentation>},
        {inFiles("planner", Text), [](const Row& row) -> Cell { return row.plan->planner; }},
        {inFiles("schedule", Text), [](const Row& row) -> Cell { return row.plan->ordering.scheduler; }},
    };
    return {std::span(Columns), study.rows.size(),
            [&study](std::size_t row) -> const Row& { return study.rows[row]; }};
}

} // namespace edgewright::pipeline
