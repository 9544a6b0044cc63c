// SPDX-License-Identifier: GPL-3.0-or-later
// Events that the simulator of scenarios gets through in a second, with few models and with many on one core.
// Times of service are made up, so that it needs no network.
#include "core/scenario/policy.h"
#include "core/scenario/simulator.h"
#include "tests/bench/measurement.h"
#include "tests/bench/timing.h"

#include <algorithm>

namespace edgewright::bench {

namespace {

using namespace scenario;

constexpr double Load = 0.8, SecondsOfBatch = 1e-3;
constexpr std::int64_t Operators = 5;

Scenario scenarioOf(std::size_t models, const Policy& policy, double seconds) {
    Scenario all{.models = {}, .coreSets = {}, .cores = 1, .policy = std::string(policy.name)};
    all.seconds = seconds;
    for (std::size_t i = 0; i < models; ++i) {
        Model& model = all.models.emplace_back(Model{.name = "model " + std::to_string(i)});
        model.arrivals.kind = ArrivalKind::Poisson;
        model.arrivals.rate = Load / (SecondsOfBatch * static_cast<double>(models));
        model.priority = 1 + static_cast<std::int64_t>(i % 4);
        model.deadlineMs = 5 + static_cast<double>(i % 7);
    }
    return all;
}

Service serviceOf(std::size_t models) {
    Service service;
    for (std::size_t i = 0; i < models; ++i) {
        ServiceTimes& times = service.models.emplace_back(ServiceTimes{"", {}, {{1, {}}}});
        for (std::int64_t at = 0; at < Operators; ++at) {
            times.operators.push_back(std::to_string(at));
            times.batches[0].times.push_back(ticksOf(SecondsOfBatch / Operators));
        }
    }
    return service;
}

void run(Session& session) {
    constexpr double Wanted = 2e6;
    const double seconds = session.quick ? 50 : 300;
    Table table({"models on one core", "policy", "events", "million events/s"});
    double slowest = 1e300;
    Json rows = Json::array();
    for (const std::size_t models : {std::size_t(1), std::size_t(16), std::size_t(128)})
        for (const Policy* policy : policies()) {
            const Scenario scenario = scenarioOf(models, *policy, seconds);
            const Service service = serviceOf(models);
            std::int64_t events = 0;
            double best = 1e300;
            for (int pass = 0; pass < 3; ++pass) {
                const Stopwatch watch;
                const auto result = simulate(scenario, service);
                best = std::min(best, watch.elapsed().wall);
                if (result) events = result->events;
            }
            const double rate = static_cast<double>(events) / best;
            slowest = std::min(slowest, rate);
            table.add({std::to_string(models), std::string(policy->name), std::to_string(events),
                       cli::fixed(rate / 1e6, 2)});
            rows.push_back({{"models", models}, {"policy", policy->name}, {"events_per_second", rate}});
        }
    session.report.print(table);
    session.report.asked("at least 2 million events a second", slowest >= Wanted,
                         cli::fixed(slowest / 1e6, 2) + " million");
    session.report.figures()["simulating"] = std::move(rows);
}

} // namespace

extern const Measurement simulating{"simulating", "events of simulated scenarios in a second", false, run};

} // namespace edgewright::bench
