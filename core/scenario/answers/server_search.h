// SPDX-License-Identifier: GPL-3.0-or-later
// MLPerf's scenario Server, simulated: the largest Poisson rate of one model at which a percentile of its
// latency is within a bound.
#pragma once

#include "core/scenario/simulator.h"

namespace edgewright::scenario {

struct ServerSearch {
    double boundMs = 10;
    double share = 0.99;              // the percentile
    double confidence = 0.99;         // of the rule of early stopping
    double precision = 0.01;          // of the rate
    std::int64_t minQueries = 20'000; // of each probe
};

// One rate that was tried. Queries that were dropped are late.
struct ServerProbe {
    double rate = 0; // per second
    bool passes = false;
    std::int64_t queries = 0, late = 0;
    double latency = 0; // seconds, the percentile of those that are done
    double load = 0;    // rate over capacity
};

struct ServerRate {
    double rate = 0;     // the largest that passed; 0: none did
    double capacity = 0; // per second, in the batches that are quickest for a sample: no rate beyond it lasts
    std::vector<ServerProbe> probes; // in the order in which they were tried
};

// By halving from 0 to the capacity, each probe with the scenario's seed, other models as they are: passes
// where passesEarly() says so. BadInput as simulate(), and for a search without a sense; Cancelled.
Result<ServerRate> searchServerRate(const Scenario& scenario, const Service& service, std::size_t model,
                                    const ServerSearch& search, std::int64_t cores = 1,
                                    const RunContext& run = {});

} // namespace edgewright::scenario
