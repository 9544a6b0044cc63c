// SPDX-License-Identifier: GPL-3.0-or-later
// The certainty that a plan is the smallest of its order: one rule for every page and the command line.
#pragma once

#include "core/pipeline/memory_plan.h"

#include <string_view>

namespace edgewright::pipeline {

enum class Proof {
    Optimal,        // by the search, or because the peak is no larger than a proven bound
    StoppedAtLimit, // the search would have decided it, but its time was up
    None,           // the planner looks for good plans only
};

// Bytes that no plan needs less than. `lowerBound`: of the packing problem (MemoryPlan::lowerBound).
std::int64_t provenBound(std::int64_t lowerBound, const memory::Solution& solution);
Proof proofOf(std::string_view planner, std::int64_t lowerBound, const memory::Solution& solution);

inline std::int64_t provenBound(const MemoryPlan& plan) { return provenBound(plan.lowerBound, plan.solution); }
inline Proof proofOf(const MemoryPlan& plan) { return proofOf(plan.planner, plan.lowerBound, plan.solution); }

} // namespace edgewright::pipeline
