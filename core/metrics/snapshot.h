// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a scenario that runs, as of one moment: what whoever runs it counts, and metrics are made of.
// Counts and sums go from the begin of the run on and never become less.
#pragma once

#include "core/metrics/histogram.h"
#include "core/scenario/simulator.h"

#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::metrics {

struct ModelSnapshot {
    std::string name;
    // Requests that have left, by scenario::Outcome; beside those: whose run failed, whose frame was none, and
    // that were given up because the run ended.
    std::array<std::int64_t, scenario::Outcomes> outcomes{};
    std::int64_t failed = 0, badFrames = 0, cancelled = 0;
    std::int64_t missed = 0;  // done, but later than their deadline
    std::int64_t pending = 0; // that wait for their start, now
    std::int64_t preemptions = 0;
    std::int64_t inferences = 0; // samples that were computed, a batch of 4 counts as 4
    std::array<std::int64_t, scenario::BatchReasons> batches{}; // that were sent, by scenario::BatchReason
    // Seconds, of requests that are done: from arrival to end, from arrival to start, and of the run that it
    // was in, which counts for each request of its batch.
    Histogram latency{latencyBounds()}, queued{latencyBounds()}, computed{latencyBounds()};
    Histogram batchSizes{batchBounds()}; // samples of each batch
    // Seconds, sums likewise: to put inputs where the network takes them, and outputs where the caller does.
    double computeInput = 0, computeOutput = 0;
    std::optional<double> deadline, loaded; // seconds: of the scenario; that loading the model took

    std::int64_t done() const { return outcomes[static_cast<std::size_t>(scenario::Outcome::Done)]; }
    std::int64_t executions() const { return std::accumulate(batches.begin(), batches.end(), std::int64_t(0)); }

    // A request is done. Seconds.
    void addDone(double fromArrival, double waited, double ran) {
        ++outcomes[static_cast<std::size_t>(scenario::Outcome::Done)];
        if (deadline && fromArrival > *deadline) ++missed;
        latency.add(fromArrival);
        queued.add(waited);
        computed.add(ran);
    }
    // A batch was sent.
    void addBatch(std::int64_t size, scenario::BatchReason reason) {
        ++batches[static_cast<std::size_t>(reason)];
        inferences += size;
        batchSizes.add(static_cast<double>(size));
    }
};

struct Snapshot {
    std::vector<ModelSnapshot> models;       // of different names
    double seconds = 0;                      // since the begin of the run
    std::vector<double> busySeconds;         // by core, that it computed for a batch
    std::optional<double> cpuUtilisation;    // of all processors of the machine, 0 to 1
    std::optional<std::int64_t> memoryBytes; // of this process, in memory
};

} // namespace edgewright::metrics
