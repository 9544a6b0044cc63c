// SPDX-License-Identifier: GPL-3.0-or-later
// The results of a scenario while it goes on: what every event adds to them.
#pragma once

#include "core/scenario/dispatch/course.h"
#include "core/scenario/dispatch/departure.h"
#include "core/scenario/simulator.h"

#include <algorithm>

namespace edgewright::scenario {

class Collector {
public:
    Collector(const Scenario& scenario, Ticks countsFrom, Ticks arrivalsEnd, const SimulationLimits& limits);

    bool counts(Ticks arrival) const { return arrival >= m_result.countsFrom; }
    bool isLate(std::size_t model, Ticks latency) const { return latency > m_models[model].deadline; }
    std::int64_t countedQueries(std::size_t model) const { return m_result.models[model].arrived; }

    void queryArrived(std::size_t model, Ticks at) {
        if (counts(at)) ++m_result.models[model].arrived;
    }
    void queryLeft(std::size_t model, Ticks arrival, Ticks now, Outcome outcome);
    // So many more or fewer requests are there, or wait, from now on. `now` may be before that of the last
    // call: of an arrival that was noticed late.
    void inSystem(std::size_t model, Ticks now, std::int64_t change) {
        State& state = m_models[model];
        m_result.models[model].inSystem += state.inSystem * static_cast<std::uint64_t>(now - state.since);
        state.since = now;
        state.inSystem += static_cast<std::uint64_t>(change);
        m_result.end = std::max(m_result.end, now);
    }
    void waiting(std::size_t model, Ticks now, std::int64_t change) {
        State& state = m_models[model];
        state.queue.until(now, static_cast<double>(state.waiting));
        state.waiting += change;
    }
    void requestLeft(std::size_t model, const Departure& departure);
    void batchSent(std::size_t model, std::int64_t size, BatchReason reason);
    // On all cores of `cores`, by bit. `until`: the end of what counts for the utilisation.
    void segment(const Segment& of, std::uint64_t cores, Ticks until);
    // A request that is there is as if it had not been: nor has its query arrived, where that is wanted.
    void cutOff(std::size_t model, Ticks arrival, Ticks now, bool isQuery);
    void preempted(std::size_t model) { ++m_result.models[model].preemptions; }
    // So far: but for batches and the course of the queue.
    const ModelResult& soFar(std::size_t model) const { return m_result.models[model]; }
    std::vector<BatchCount> batches(std::size_t model) const;
    std::vector<double> busySeconds() const; // by core, of segments that have ended, behind the warm-up
    Simulation take(Ticks arrivalsEnd, std::int64_t events);

private:
    struct State {
        Ticks deadline = Forever, since = 0;
        std::uint64_t inSystem = 0;
        std::int64_t waiting = 0;
        CourseRecorder queue;
        std::vector<std::array<std::int64_t, BatchReasons>> batches = {}; // by size
    };

    SimulationLimits m_limits;
    std::vector<State> m_models;
    std::vector<Ticks> m_busy; // by core
    Simulation m_result;
};

} // namespace edgewright::scenario
