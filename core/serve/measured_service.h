// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that a simulation has to know of the models and of this machine, measured in the way in which they
// are served: the same programs, on the same cores, with threads of their own.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/scenario/service.h"
#include "core/serve/served_model.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace edgewright::serve {

struct ServiceEffort {
    double seconds = 1;                       // of each model and batch size, each pause, and each pair
    std::int64_t minRuns = 5, maxRuns = 5000; // of a batch size
    std::int64_t minPausedRuns = 20;          // after each pause: fewer would know no percentile
    bool pauses = true;                       // of models that have not run for a while
    bool overheads = true;                    // of deciding, waking and handing over
    bool interference = true;                 // of pairs of models on different cores
    // Told what is measured now, a sentence; called on the thread that called measureService().
    std::function<void(const std::string&)> doing = {};
};

struct MeasuredService {
    scenario::Service service;
    // By model, beside which model: times of its median run alone, batches of one. Nothing for pairs that never
    // compute at once.
    std::vector<std::vector<std::optional<double>>> slowdowns;
};

// Runs that times are measured before, between and behind.
struct RunsAmong {
    std::size_t count = 0; // at most
    double seconds = 0;    // that each is likely to take
    // The run of that number, from 0 on. `soFar`: of the rounds before it. `reached`: wants to know the share
    // (0..1) of the run that is over. False: it was the last one.
    std::function<Result<bool>(std::size_t number, const MeasuredService& soFar,
                               const std::function<void(double share)>& reached)>
        run = {};
};

// In rounds: a machine that is slower for a few seconds is so for a share of each part, and not for one of them
// alone. In each round first alone, run by run and operator by operator; what a run takes outside of its
// operators, for its inputs too, counts to the first one. One after the other at first, its batch sizes in
// turns; then served, after pauses that its arrivals make likely (served_alone.h), also such in which the
// others on its cores compute, and threads have to wake up. Three rounds; with `runs` one before each of them
// and one behind the last: what is simulated with these times beside a run is of the pace that the machine had
// then. The rounds share `effort` equally.
//
// BadInput as serve(), and where the graphs of a model's batch sizes differ in their operators; errors of a
// run; Cancelled, which behind the first run ends the rounds alone: what was measured by then is the result.
Result<MeasuredService> measureService(const scenario::Scenario& scenario, std::span<const ServedModel> models,
                                       const ServiceEffort& effort = {}, const RunContext& run = {},
                                       const RunsAmong& runs = {});

} // namespace edgewright::serve
