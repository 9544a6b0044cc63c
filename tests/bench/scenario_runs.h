// SPDX-License-Identifier: GPL-3.0-or-later
// Scenarios of the models at hand, run on this machine, for measurements.
#pragma once

#include "core/measure/statistics.h"
#include "core/scenario/scenario.h"
#include "core/scenario/simulator.h"
#include "core/serve/serve.h"
#include "tests/bench/session.h"

#include <optional>
#include <span>
#include <string>

namespace edgewright::bench {

// By the name of its file, or of its folder; null: there is none.
const Case* caseOf(const Session& session, const std::string& name);

// Requests of that kind arrive every so many seconds, on the mean.
void arrive(scenario::Model& model, scenario::ArrivalKind kind, double seconds);

// Median seconds of a run of one of the scenario's models alone, of batches of one.
Result<double> secondsAlone(const scenario::Scenario& scenario, std::span<const serve::ServedModel> models,
                            std::size_t number);

struct ScenarioRun {
    serve::Served served;
    double others = 0; // processors that other programs took meanwhile
};
Result<ScenarioRun> runScenario(const scenario::Scenario& scenario, std::span<const serve::ServedModel> models);

// A percentile of the latencies; 0 of none. `interval`: that of scenario::quantileEstimate().
double percentileOf(const scenario::ModelResult& model, double share,
                    std::optional<measure::Interval>* interval = nullptr);

} // namespace edgewright::bench
