// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario, simulated: discrete events on the cores of its sets, with times from measurements. Equal
// scenarios, times and seeds give equal results on every platform.
//
// A batch takes as many cores of its model's set as the model has threads, for as long as a run that was drawn.
// On a core set, the policy's first candidate starts as soon as there are cores enough for it; nothing behind
// it overtakes it. Where the policy lets running batches give way, they do so behind an operator.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/scenario/batcher.h"
#include "core/scenario/scenario.h"
#include "core/scenario/service.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::scenario {

enum class Outcome {
    Done,
    QueueFull, // refused: the queue had its longest length
    TimedOut,  // rejected after its time-out
    Behind,    // a frame that was dropped for another one
};
inline constexpr std::size_t Outcomes = 4;
std::string_view outcomeName(Outcome outcome); // "done", for files
const char* outcomeTitle(Outcome outcome);     // translated in the context "Word"

// One request, of one sample.
struct RequestRecord {
    std::uint32_t model = 0;
    Outcome outcome = Outcome::Done;
    std::uint64_t number = 0; // of its model's requests, by arrival
    Ticks arrival = 0, start = 0, end = 0;
    Ticks preempted = 0;    // between start and end
    std::int64_t batch = 0; // size; 0: it was never started
    std::int32_t core = -1; // the first of those that it ended on
};

// A stretch of time in which one core computes for one batch.
struct Segment {
    std::int32_t core = 0;
    std::uint32_t model = 0;
    std::uint64_t batch = 0; // number of the batch
    Ticks begin = 0, end = 0;
    bool isPreempted = false; // at its end: the batch goes on later
    bool isLate = false;      // at its end a deadline was missed
};

// Means over equal stretches of time from 0 on.
struct Course {
    Ticks width = 1; // of a stretch
    std::vector<double> means;
};

struct BatchCount {
    std::int64_t size = 0;
    std::array<std::int64_t, BatchReasons> byReason{};
};

// One model. What is said of latencies, waits, misses and drops is of queries that arrived after the
// warm-up.
struct ModelResult {
    std::string name;
    std::vector<double> latencies; // seconds from arrival to end, of whole queries in the order of their ends
    std::vector<double> waits;     // seconds from arrival to start, of requests in the order of their ends
    std::int64_t arrived = 0, done = 0, missed = 0; // queries; missed: done, but late
    std::array<std::int64_t, Outcomes> outcomes{};  // queries, by that of their first sample that was dropped
    // Seconds, sums over requests that are done. They add up to the time between arrivals and ends.
    double waitedForBatch = 0; // a core was free, and the batcher waited for others
    double queued = 0, preempted = 0, executed = 0;
    std::vector<BatchCount> batches; // of all batches, ascending by size
    Course queue;                    // requests that wait
    std::int64_t preemptions = 0;
    // For the whole run, warm-up and drops included, in requests · ticks and in ticks: Little's law says that
    // they are equal. The first is summed from event to event, the second from request to request; both modulo
    // 2^64.
    std::uint64_t inSystem = 0, stayed = 0;
};

struct SimulationLimits {
    std::size_t segments = 20'000, requests = 100'000; // kept, the first ones
    std::size_t stretches = 512;                       // of courses; 2 or more
    std::int64_t events = INT64_MAX;                   // more are an error
};

struct Simulation {
    std::vector<ModelResult> models;
    std::vector<double> utilisation; // by core, over [warm-up, end of arrivals); cores that no set has: 0
    std::vector<Segment> segments;
    std::vector<RequestRecord> requests;
    bool hasAllSegments = true, hasAllRequests = true;
    Ticks countsFrom = 0, arrivalsEnd = 0, end = 0; // end: everything that arrived has left
    std::int64_t events = 0;
};

// Arrivals go on for `warmUp` + `seconds`, and until each model has its fewest queries; then what waits is
// done. BadInput for what faultOf() and check() say; Cancelled. `cores`: of the machine, where the scenario
// does not say how many there are.
Result<Simulation> simulate(const Scenario& scenario, const Service& service, std::int64_t cores = 1,
                            const SimulationLimits& limits = {}, const RunContext& run = {});

} // namespace edgewright::scenario
