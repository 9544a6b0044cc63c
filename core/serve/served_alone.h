// SPDX-License-Identifier: GPL-3.0-or-later
// Short runs of the server, for measuring: one model after pauses, and threads that hand a core to each other.
#pragma once

#include "core/serve/serve.h"

namespace edgewright::serve {

// Pauses between two batches of a model that its arrivals make likely, ascending: of 1, 3, 10, 30 and 100 ms those up
// to the first that is not below the longest likely one. That is the gap between periodic arrivals, three times the
// mean gap between random ones (beyond it lie 5 % of the exponential distribution), the longest gap between recorded
// ones, and in any case `busySeconds`, for which the other models may keep the cores.
std::vector<scenario::Ticks> likelyPauses(const scenario::Model& model, double busySeconds);

// Decisions and threads of such a run.
struct TurnTimes {
    std::vector<double> waits; // seconds from what a batch had to wait for until its thread came, of each batch
    std::uint64_t decisions = 0;
    double decisionSeconds = 0; // sum
};

// A model that was served in batches of one, each a pause after the end of the one before.
struct AfterPauses {
    scenario::PausedRuns runs; // the pause: the median of those that there were
    TurnTimes turns;           // after the arrival
};
Result<AfterPauses> servedAfterPauses(const scenario::Scenario& scenario, std::size_t model,
                                      const ServedModel& served, scenario::Ticks pause, double runSeconds,
                                      std::int64_t runs, const RunContext& context);

// Two models in turns on the same cores, both of them `model`: waits are after the end of the other's batch.
Result<TurnTimes> servedInTurns(const scenario::Scenario& scenario, std::size_t model, const ServedModel& served,
                                std::int64_t batches, const RunContext& context);

} // namespace edgewright::serve
