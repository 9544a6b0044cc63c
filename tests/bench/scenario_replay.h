// SPDX-License-Identifier: GPL-3.0-or-later
// The times that the batches of a run took themselves, for a simulation: what that is still off by is not due
// to the times that were measured before.
#pragma once

#include "core/scenario/service.h"
#include "core/scenario/simulator.h"

namespace edgewright::bench {

// Seconds that each batch of a model computed, from its decision to its end, without the time in which it had
// given way; in the order of their ends.
struct ComputedBatch {
    std::int64_t size = 0; // requests
    double seconds = 0;
};
std::vector<ComputedBatch> computedBatches(const scenario::Simulation& run, std::size_t model);

// Each batch of the run is one run of its size; its operators have the shares that they have of `measured`, on
// the mean. Waking up, pauses and slowdowns are in these times. Sizes that did not occur are those of
// `measured`, and so is the time until arrivals are noticed.
scenario::Service timesOfRun(const scenario::Simulation& run, const scenario::Service& measured);

} // namespace edgewright::bench
