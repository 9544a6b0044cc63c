// SPDX-License-Identifier: GPL-3.0-or-later
// The loop around a scheduler of tasks: until so many trials are done, the time is over, or nothing is left to
// try.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/search/scheduler.h"

#include <chrono>
#include <cstdint>

namespace edgewright::tuner {

struct SearchLimits {
    std::int64_t trials = 0; // over all tasks
    double seconds = 0;      // from `begin` on
    std::int64_t together = 1;
    std::chrono::steady_clock::time_point begin;
};
// True if the time was over first. `done`: trials so far, which evaluating counts. Cancelled when stopped.
// Progress counts trials.
Result<bool> searchWithin(cost::search::Scheduler& scheduler, const SearchLimits& limits,
                          const std::int64_t& done, const RunContext& run);

} // namespace edgewright::tuner
