// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/memory/plan_columns.h"

#include "core/base/say.h"
#include "core/memory/packing/bounds.h"

namespace edgewright::pipeline {

namespace plan_columns {

namespace {

using table::Cell;
using table::inFiles;
using table::member;
using table::Word;
using enum table::Unit;

template <auto member>
Cell of(const PlanRow& row) {
    return row.solution ? Cell(row.solution->*member) : Cell();
}

Cell ratioTo(const PlanRow& row, std::int64_t reference) {
    if (!row.solution || reference <= 0) return {};
    return static_cast<double>(row.solution->peak) / static_cast<double>(reference);
}

Cell change(const PlanRow& row) {
    const auto ratio = ratioTo(row, row.comparedPeak).number();
    return ratio ? Cell(*ratio - 1) : Cell();
}

Cell fragmentation(const PlanRow& row) { return fragmentationOf(*row.problem, *row.solution); }

Cell holes(const PlanRow& row) {
    const auto free = fragmentation(row).number();
    return row.solution->peak > 0 ? Cell(*free / static_cast<double>(row.solution->peak)) : Cell();
}

Cell result(const PlanRow& row) {
    if (!row.solution) return {};
    if (!row.verdict->legal) return say("illegal: {1}", row.verdict->reason);
    switch (proofOf(row.planner, row.lowerBound, *row.solution, row.isWhole)) {
    case Proof::Optimal:
        return Word{"optimal", TRANSLATABLE("Word", "proven optimal")};
    case Proof::OfPart:
        return Word{"part", TRANSLATABLE("Word", "of a part")};
    case Proof::StoppedAtLimit:
        return Word{"limit", TRANSLATABLE("Word", "stopped at the limit")};
    case Proof::None:
        break;
    }
    return Word{"none", TRANSLATABLE("Word", "not proven")};
}

constexpr table::Column<PlanRow> Columns[] = {
    {{"planner", TRANSLATABLE("Column", "Planner")}, member<&PlanRow::planner>},
    {{"schedule", TRANSLATABLE("Column", "Order")}, member<&PlanRow::scheduler>},
    {{"peak", TRANSLATABLE("Column", "Peak"), "", Bytes}, of<&memory::Solution::peak>},
    {inFiles("optimal", Text),
     [](const PlanRow& row) -> Cell {
         return proofOf(row.planner, row.lowerBound, *row.solution, row.isWhole) == Proof::Optimal;
     }},
    {{"ratio", TRANSLATABLE("Column", "× bound"),
      TRANSLATABLE("Column", "The peak over the most bytes that are alive at once in that order"), Ratio,
      table::People},
     [](const PlanRow& row) -> Cell { return ratioTo(row, row.lowerBound); }},
    {{"change", TRANSLATABLE("Column", "Change"), TRANSLATABLE("Column", "Against the plan that is shown"),
      Change, table::Page},
     change},
    {{"holes", TRANSLATABLE("Column", "Holes"), "", Share, table::Terminal}, holes},
    {{"seconds", TRANSLATABLE("Column", "Time"), "", Seconds},
     [](const PlanRow& row) -> Cell { return row.solution ? Cell(row.seconds) : Cell(); }},
    {inFiles("verified", Text), [](const PlanRow& row) -> Cell { return row.verdict->legal; }},
    {inFiles("outcome", Text),
     [](const PlanRow& row) -> Cell { return nameOf(row.solution->outcome, row.isWhole); }},
    {inFiles("lower_bound", Bytes), member<&PlanRow::lowerBound>},
    {inFiles("bound", Bytes),
     [](const PlanRow& row) -> Cell { return provenBound(row.lowerBound, *row.solution); }},
    {inFiles("buffers"), [](const PlanRow& row) -> Cell { return row.problem->buffers.size(); }},
    {inFiles("naive", Bytes), [](const PlanRow& row) -> Cell { return memory::sumOfSizes(*row.problem); }},
    {inFiles("allocations"), [](const PlanRow& row) -> Cell { return allocationsOf(*row.solution); }},
    {inFiles("fragmentation", Bytes), fragmentation},
    {inFiles("nodes"), of<&memory::Solution::nodes>},
    {{"result", TRANSLATABLE("Column", "Result"), "", Text, table::People | table::Sentence}, result},
};

} // namespace

} // namespace plan_columns

namespace placement_columns {

namespace {

using table::inFiles;
using table::member;
using enum table::Unit;

struct Placement {
    const memory::Buffer* buffer = nullptr;
    std::int64_t offset = 0;
};

template <auto of>
table::Cell ofBuffer(const Placement& row) {
    return row.buffer->*of;
}

constexpr table::Column<Placement> Columns[] = {
    {inFiles("name", Text), ofBuffer<&memory::Buffer::name>},
    {inFiles("offset", Bytes), member<&Placement::offset>},
    {inFiles("size", Bytes), ofBuffer<&memory::Buffer::size>},
    {inFiles("lower"), ofBuffer<&memory::Buffer::lower>},
    {inFiles("upper"), ofBuffer<&memory::Buffer::upper>},
};

} // namespace

} // namespace placement_columns

table::Table placementTable(std::shared_ptr<const MemoryPlan> plan) {
    const std::size_t rows = plan->liveness.problem.buffers.size();
    return {std::span(placement_columns::Columns), rows, [plan = std::move(plan)](std::size_t row) {
                return placement_columns::Placement{&plan->liveness.problem.buffers[row],
                                                    plan->solution.offsets[row]};
            }};
}

table::Table planTable(std::size_t rows, std::function<PlanRow(std::size_t row)> rowAt) {
    return {std::span(plan_columns::Columns), rows, std::move(rowAt)};
}

std::string_view nameOf(memory::Outcome outcome, bool isWhole) {
    switch (outcome) {
    case memory::Outcome::Optimal:
        if (!isWhole) break;
        return "optimal";
    case memory::Outcome::Feasible:
        break;
    case memory::Outcome::Infeasible:
        return "infeasible";
    case memory::Outcome::Cancelled:
        return "cancelled";
    }
    return "feasible";
}

} // namespace edgewright::pipeline
