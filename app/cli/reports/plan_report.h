// SPDX-License-Identifier: GPL-3.0-or-later
// Plans and the study of memory, printed and as JSON.
#pragma once

#include "app/cli/plan_files.h"
#include "core/pipeline/memory/memory_study.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::cli {

// One order of one graph; an instance has one, too.
struct PlanCase {
    pipeline::Ordering ordering; // its scheduler is what was asked for
    memory::Liveness liveness;
    std::int64_t lowerBound = 0; // of the packing problem, alignment included
};

struct PlanResult {
    std::size_t planCase = 0;
    std::string planner;
    pipeline::Packing packing;

    std::int64_t peak() const { return packing.solution.peak; }
};

// Unknown: what is planned fits, but tensors without a known size are left out.
enum class Answer { Fits, NotFound, Infeasible, Unknown };

struct PlanReport {
    std::vector<PlanCase> cases;
    std::vector<PlanResult> results;
    std::optional<std::int64_t> capacity;

    // The smallest legal peak, of equal ones the first; null without any.
    const PlanResult* best() const;
    const PlanCase& shown() const; // that of the best result, or the first one
    // Infeasible when that is proven of every order that was tried.
    Answer answer() const;
    std::int64_t bound() const; // no plan of any of the orders is smaller
};

// The step in which the most bytes are alive, of the case that is shown.
struct PlanPeak {
    std::int64_t step = 0, bytes = 0;
    std::vector<std::size_t> buffers; // alive in it, the largest first
};
PlanPeak peakOf(const PlanReport& report);

// `graph` is the graph as given, null for an instance; `peak` is that of the report.
Json planJson(const PlanReport& report, const PlanPeak& peak, const ir::Graph* graph);
void printPlans(const Console& console, const PlanReport& report, const PlanPeak& peak, const ir::Graph* graph);
void printSharings(const Console& console, const Json& sharings);
// "does not fit: ...", with what is known about it.
std::string whyNot(const PlanReport& report);

Json studyJson(const pipeline::MemoryStudy& study);
void printStudy(const Console& console, const pipeline::MemoryStudy& study);

} // namespace edgewright::cli
