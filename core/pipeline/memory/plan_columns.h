// SPDX-License-Identifier: GPL-3.0-or-later
// Plans of memory as tables: side by side, and the places of one.
#pragma once

#include "core/pipeline/memory/memory_plan.h"
#include "core/table/column.h"

namespace edgewright::pipeline {

struct PlanRow {
    std::string planner, scheduler;
    const memory::Problem* problem = nullptr; // null, like the next two: the plan is not there yet
    const memory::Solution* solution = nullptr;
    const memory::Verdict* verdict = nullptr;
    std::int64_t lowerBound = 0; // of the packing problem
    bool isWhole = true;         // no tensor is left out
    double seconds = 0;
    std::int64_t comparedPeak = 0; // 0: it is compared with none
};
// Objects that the rows point to live as long as the table.
table::Table planTable(std::size_t rows, std::function<PlanRow(std::size_t row)> rowAt);

// For files: where each buffer of a plan lies and when, in the order of the problem.
table::Table placementTable(std::shared_ptr<const MemoryPlan> plan);

// "optimal"; of a part at most "feasible".
std::string_view nameOf(memory::Outcome outcome, bool isWhole);

} // namespace edgewright::pipeline
