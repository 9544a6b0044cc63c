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
#include <memory>
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

// In rounds: a machine that is slower for a few seconds is so for a share of each part, and not for one of them
// alone. In each round first alone, run by run and operator by operator; what a run takes outside of its
// operators, for its inputs too, counts to the first one. One after the other at first, its batch sizes in
// turns; then served, after pauses that its arrivals make likely (served_alone.h), also such in which the
// others on its cores compute, and threads have to wake up. What is run between two rounds has times from
// before and behind it. `models`, `scenario`, `effort` and `run` are referred to until the last round.
class ServiceMeasurement {
public:
    static constexpr std::size_t Rounds = 3; // with a third of the effort each

    // BadInput as serve().
    static Result<ServiceMeasurement> of(const scenario::Scenario& scenario,
                                         std::span<const ServedModel> models, const ServiceEffort& effort,
                                         const RunContext& run);
    ~ServiceMeasurement();
    ServiceMeasurement(ServiceMeasurement&&) noexcept;
    ServiceMeasurement& operator=(ServiceMeasurement&&) noexcept;

    // BadInput where the graphs of a model's batch sizes differ in their operators; Cancelled.
    Result<void> round();
    MeasuredService measured() const; // in all rounds so far: one at least

private:
    class Impl;
    explicit ServiceMeasurement(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> m_impl;
};

// All rounds. Errors of ServiceMeasurement::of() and round().
Result<MeasuredService> measureService(const scenario::Scenario& scenario, std::span<const ServedModel> models,
                                       const ServiceEffort& effort = {}, const RunContext& run = {});

} // namespace edgewright::serve
