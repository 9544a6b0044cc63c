// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/plan_proof.h"

#include <algorithm>

namespace edgewright::pipeline {

std::int64_t provenBound(std::int64_t lowerBound, const memory::Solution& solution) {
    return std::max(lowerBound, solution.lowerBound);
}

Proof proofOf(std::string_view planner, std::int64_t lowerBound, const memory::Solution& solution) {
    if (solution.outcome == memory::Outcome::Optimal || solution.peak <= provenBound(lowerBound, solution))
        return Proof::Optimal;
    const memory::Planner* searched = memory::findPlanner(planner);
    return searched && searched->proves && solution.outcome == memory::Outcome::Feasible ? Proof::StoppedAtLimit
                                                                                         : Proof::None;
}

} // namespace edgewright::pipeline
