// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of a few lines.
#pragma once

#include "core/scenario/simulator.h"

#include <QTest>

namespace edgewright::test {

inline scenario::Model periodicModel(const std::string& name, double periodMs, double phaseMs = 0) {
    return {.name = name, .arrivals = {.periodMs = periodMs, .phaseMs = phaseMs}};
}
inline scenario::Model poissonModel(const std::string& name, double rate) {
    return {.name = name, .arrivals = {.kind = scenario::ArrivalKind::Poisson, .rate = rate}};
}
inline scenario::Model recordedModel(const std::string& name, std::vector<double> times) {
    return {.name = name, .arrivals = {.kind = scenario::ArrivalKind::Recorded}, .times = std::move(times)};
}

// Operators that always take so many milliseconds each.
inline scenario::ServiceTimes serviceOf(const std::string& name, std::initializer_list<double> operatorsMs,
                                        std::int64_t size = 1) {
    scenario::ServiceTimes times{name, {}, {{size, {}}}};
    for (const double each : operatorsMs) {
        times.operators.push_back("op" + std::to_string(times.operators.size()));
        times.batches[0].times.push_back(scenario::ticksOfMs(each));
    }
    return times;
}

// Checks that hold in every run, simulated or not.
inline void checkRun(const scenario::Simulation& result) {
    const auto check = [](bool holds, const char* what) {
        if (!holds) QTest::qFail(what, __FILE__, __LINE__);
    };
    for (const scenario::ModelResult& model : result.models) {
        check(model.inSystem == model.stayed, "Little's law");
        std::int64_t left = 0;
        for (const std::int64_t each : model.outcomes)
            left += each;
        check(left == model.arrived, "all that arrived have left");
        check(model.done == model.outcomes[0], "what is done is counted");
        check(std::cmp_equal(model.latencies.size(), model.done), "each that is done has a latency");
        double sum = model.waitedForBatch + model.queued + model.preempted + model.executed, stayed = 0;
        if (result.countsFrom == 0 && model.outcomes[0] == model.arrived &&
            std::cmp_equal(model.waits.size(), model.done)) {
            for (const double each : model.latencies)
                stayed += each;
            check(std::abs(sum - stayed) <= 1e-9 * std::max(1.0, stayed), "parts of the latency add up to it");
        }
    }
    for (const double each : result.utilisation)
        check(each >= 0 && each <= 1 + 1e-12, "a core does no more than it can");
}

// The result, after these checks.
inline scenario::Simulation simulated(const scenario::Scenario& scenario, const scenario::Service& service,
                                      std::int64_t cores = 1, const scenario::SimulationLimits& limits = {}) {
    auto result = scenario::simulate(scenario, service, cores, limits);
    if (!result) {
        QTest::qFail(result.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }
    checkRun(*result);
    return *std::move(result);
}

} // namespace edgewright::test
