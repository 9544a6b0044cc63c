// SPDX-License-Identifier: GPL-3.0-or-later
// The events of a simulation: ends of operators and batches, at times that were measured.
#pragma once

#include "core/scenario/dispatcher.h"

namespace edgewright::scenario {

class Engine final : public Dispatcher {
public:
    Engine(const Scenario& scenario, const Service& service, std::int64_t cores,
           const SimulationLimits& limits);

    Result<Simulation> run(const RunContext& context);

private:
    // A job, as it computes.
    struct Computed {
        const Ticks* times = nullptr; // of the run that was drawn, by operator
        std::size_t at = 0;           // operator
        std::uint64_t generation = 0; // of the event that it waits for; 0: none
        Ticks operatorEnd = 0;
        // With interference: of this operator, in ticks alone; slower so many times since then.
        double left = 0, slowdown = 0;
        Ticks since = 0;
    };

    void made(std::uint32_t job) override;
    void begins(std::uint32_t job, bool takesCores) override;
    void stopsBehindOperator(std::uint32_t job) override;
    void computing(const Event& stop) override;

    std::size_t operatorsOf(const Job& job) const {
        return m_service.models[job.candidate.model].operators.size();
    }
    Ticks overheadOf(const Job& job) const;
    void end(std::uint32_t job);
    void updateSlowdowns();

    const Service& m_service;
    std::int64_t m_maxEvents;
    bool m_areRatesOld = false;
    std::uint64_t m_generation = 0;
    std::vector<Random> m_draws;      // by model
    std::vector<Computed> m_computed; // by job
};

} // namespace edgewright::scenario
