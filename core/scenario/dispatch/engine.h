// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a simulation: ends of operators and batches, at times that were measured. A batch takes the
// times that service_draw.h draws, with the pause since the last batch of its instance ended, which is, as in
// core/serve, the first of its model that is free; other models have displaced it if one of them ended or
// stopped on its core set since then. An arrival is noticed one of `notices` after it, or when something else
// is decided before. Before a batch begins, and before it goes on, that many seconds pass: a decision, and, of
// one core of it at least,
//
//     nothing                if the batch before on it was of the same model and is done: its thread goes on
//     one of `wakeUps`       if it had nothing to do
//     one of `giveWays`      if that batch stopped behind an operator
//     one of `handOvers`     else
#pragma once

#include "core/scenario/dispatch/dispatcher.h"
#include "core/scenario/service_draw.h"

namespace edgewright::scenario {

class Engine final : public Dispatcher {
public:
    Engine(const Scenario& scenario, const Service& service, std::int64_t cores,
           const SimulationLimits& limits);

    Result<Simulation> run(const RunContext& context);

private:
    // A job, as it computes.
    struct Computed {
        const Ticks* times = nullptr;       // of the run that was drawn, by operator
        std::size_t at = 0;                 // operator
        std::size_t instance = 0, size = 0; // of its model; the place of the batch size
        std::uint64_t generation = 0;       // of the event that it waits for; 0: none
        Ticks operatorEnd = 0;
        // With interference: of this operator, in ticks alone; slower so many times since then.
        double left = 0, slowdown = 0;
        Ticks since = 0;
    };
    // A core's last batch.
    struct Core {
        Ticks end = -1;
        std::size_t model = 0;
        bool isDone = true; // false: it was stopped
    };
    // A core set's last model, when a batch of it left its cores last, and when one of another model did.
    struct LastOn {
        std::size_t model = SIZE_MAX;
        Ticks end = -1, otherEnd = -1;
    };
    struct Instance {
        bool isFree = true;
        Ticks end = 0; // of its last batch; at the begin of the run all have just been warmed
    };

    struct Row { // of runs that were measured behind each other
        std::uint64_t next = 0;
        std::int64_t left = 0;
    };

    void made(std::uint32_t job) override;
    void begins(std::uint32_t job, bool takesCores) override;
    void stopsBehindOperator(std::uint32_t job) override;
    void computing(const Event& stop) override;
    Ticks lateness(Ticks time) override;

    std::size_t operatorsOf(const Job& job) const {
        return m_service.models[job.candidate.model].operators.size();
    }
    ServiceDraw::Pause pauseOf(const Job& job, Computed& computed);
    Ticks overheadOf(const Job& job, bool goesOn);
    std::size_t drawnRank(std::size_t model, std::size_t place);
    double drawn(const std::vector<double>& seconds);
    void leavesCores(const Job& job, bool isDone);
    void end(std::uint32_t job);
    void updateSlowdowns();

    const Service& m_service;
    std::int64_t m_maxEvents;
    bool m_areRatesOld = false;
    std::uint64_t m_generation = 0;
    std::vector<ServiceDraw> m_services;            // by model
    std::vector<Random> m_draws;                    // by model; then of overheads
    std::vector<Row> m_rows;                        // by model
    std::vector<std::vector<Instance>> m_instances; // by model, where pauses make a difference
    std::vector<Core> m_cores;
    std::vector<LastOn> m_lastOn;            // by core set
    std::vector<Computed> m_computed;        // by job
    std::vector<std::vector<Ticks>> m_times; // by job, where they are none of the service
};

} // namespace edgewright::scenario
