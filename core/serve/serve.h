// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario, run: arrivals by the clock, batches computed on the cores of their sets, decided about by the
// same policies and batchers as in a simulation (core/scenario/dispatch/dispatcher.h). The same seed gives the
// same arrivals.
//
// Each instance of a model is a thread, with threads of its own for the loops of its kernels; while a batch
// computes they are pinned to the batch's cores, one each. A batch that gives way waits between two operators,
// with all that it has computed. Latency counts from the scheduled arrival: what the program notices late is
// late.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/scenario/dispatch/departure.h"
#include "core/scenario/simulator.h"
#include "core/serve/served_model.h"

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::serve {

// One model, from the begin of the run to a moment in it. Numbers of queries are those that arrived after the
// warm-up.
struct ModelNews {
    std::string name;
    std::int64_t arrived = 0, done = 0, missed = 0; // queries
    std::array<std::int64_t, scenario::Outcomes> outcomes{};
    std::int64_t waiting = 0, running = 0; // requests in the queue; batches, stopped ones too
    // Seconds, sums over requests that are done.
    double waitedForBatch = 0, queued = 0, preempted = 0, executed = 0;
    std::vector<scenario::BatchCount> batches; // of all batches
    std::vector<scenario::Departure> departed; // requests that left since the last news
    std::int64_t preemptions = 0;
};
struct ServeNews {
    scenario::Ticks at = 0; // since the begin
    std::vector<ModelNews> models;
    std::vector<double> busySeconds; // by core, of what has ended
};

// A batch that was computed, with a clock read after each of its operators.
struct ProfiledBatch {
    std::size_t model = 0;
    scenario::Ticks arrival = 0;            // of its first request
    scenario::Ticks decided = 0;            // that it begins
    scenario::Ticks begin = 0, end = 0;     // of its thread: behind all waiting, and before the next decision
    std::vector<scenario::Ticks> operators; // in the order in which they run
};

struct ServeOptions {
    scenario::SimulationLimits limits = {};
    // Called on the thread that called serve(), while all goes on, and once at the end.
    std::function<void(const ServeNews&)> told = {};
    // Likewise, the share (0..1) of the scenario's duration that is over.
    std::function<void(double share)> reached = {};
    std::chrono::milliseconds tellEvery{250}; // 1 or more
    // Called on the threads that compute, one at a time. No batch gives way then.
    std::function<void(ProfiledBatch)> profiled = {};
};

// The time that deciding took, and how late the machine was.
struct ServeCosts {
    std::uint64_t decisions = 0;   // times that a core set was looked at
    double decisionSeconds = 0;    // sum, with the arrivals that led to them
    std::uint64_t events = 0;      // arrivals, and times at which a batcher is asked again
    double lateSeconds = 0;        // sum of how much later than scheduled they were noticed
    double longestLateSeconds = 0; // of them
    std::uint64_t handOvers = 0;   // batches that a thread was woken for
    double handOverSeconds = 0;    // sum, from the decision to the thread
    std::uint64_t giveWays = 0;    // of them behind an operator of another batch
    double giveWaySeconds = 0;     // sum, from the end of that operator to the thread

    double decision() const { return decisions > 0 ? decisionSeconds / static_cast<double>(decisions) : 0; }
    double late() const { return events > 0 ? lateSeconds / static_cast<double>(events) : 0; }
    double giveWay() const { return giveWays > 0 ? giveWaySeconds / static_cast<double>(giveWays) : 0; }
    double handOver() const { return handOvers > 0 ? handOverSeconds / static_cast<double>(handOvers) : 0; }
};

struct Served {
    scenario::Simulation simulation; // as simulate() gives it
    ServeCosts costs;
    bool isWhole = true; // false: it was stopped; what had not left by then is as if it had not arrived
};

// BadInput for what faultOf() says on this machine, and check() of each model; Unsupported for more than 256
// instances at once.
Result<void> check(const scenario::Scenario& scenario, std::span<const ServedModel> models);

// Programs are prepared and warmed for each batch size first, for each instance. Errors
// of check(), and of inputs that a model refuses; Cancelled only before the first arrival. The calling thread
// waits.
Result<Served> serve(const scenario::Scenario& scenario, std::span<const ServedModel> models,
                     const ServeOptions& options = {}, const RunContext& run = {});

// Logical processors that this process may use, ascending: core i of a scenario is the i-th of them. At most
// scenario::MaxCores.
std::vector<int> usableProcessors();

} // namespace edgewright::serve
