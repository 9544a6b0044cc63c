// SPDX-License-Identifier: GPL-3.0-or-later
// Searches tried on their own: a clock without a caller, and the plan that offsets by item stand for.
#pragma once

#include "core/memory/packing/bounds.h"
#include "core/memory/search/clock.h"
#include "core/memory/search/instance.h"

#include <vector>

namespace edgewright::test {

inline memory::search::Clock clockOf(const memory::PlannerOptions& options) {
    static const RunContext run;
    return {options, run};
}

inline memory::Solution planOf(const memory::Problem& problem, const memory::search::Instance& instance,
                               const std::vector<memory::search::Units>& offsets) {
    return memory::concluded(problem, memory::search::offsetsOf(problem, instance, offsets));
}

} // namespace edgewright::test
