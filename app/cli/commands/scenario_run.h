// SPDX-License-Identifier: GPL-3.0-or-later
// `scenario --run` and the presets of `scenario`.
#pragma once

#include "app/cli/commands/scenario_metrics.h"
#include "app/cli/table.h"
#include "core/scenario/answers/scenario_table.h"
#include "core/scenario/scenario.h"
#include "core/scenario/service.h"
#include "core/scenario/simulator.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::cli {

struct ScenarioArguments {
    std::string file;   // a scenario; of a preset, a model
    std::string preset; // empty: none
    std::string times, save, output, batches, device;
    std::vector<std::string> policies; // empty: that of the scenario
    TableWords words;                  // of the output
    MetricsArguments metrics;
    double seconds = 1; // of each part of measuring
    std::optional<double> duration, bound;
    bool run = false, whatIf = false;
    bool force = false; // see Outputs

    void declare(CLI::App& verb);
    std::vector<std::string> policiesOf(const scenario::Scenario& scenario) const;
};

// That of the file, or one model under the preset. `cores`: of this machine.
Result<scenario::Scenario> scenarioFrom(const Console& console, const ScenarioArguments& arguments,
                                        std::int64_t cores);
// Measured on this machine, in the way in which models are served.
Result<scenario::Service> measuredForServing(const Console& console, const scenario::Scenario& scenario,
                                             const ScenarioArguments& arguments);
// Prints, by core set, if deadlines are met whatever happens, and why, where the analysis says something.
Json promisesJson(const Console& console, const scenario::Scenario& scenario, const scenario::Service& service,
                  std::int64_t cores);
// For the preset Server alone: the largest rate at which its bound is met in simulations becomes that of the
// model.
Result<void> chooseRate(const Console& console, const ScenarioArguments& arguments,
                        scenario::Scenario& scenario, const scenario::Service& service, std::int64_t cores);
// A warning for each core set, and for each model's instances, that more is asked of than they can do.
void warnOfOverload(const Console& console, std::span<const scenario::Load> loads);
// The number that MLPerf reports of the preset; empty: there is none, or it is a rate.
std::string presetSentence(const ScenarioArguments& arguments, const scenario::Simulation& run);
// Each policy runs, and is simulated with times that were measured just before.
Result<ExitStatus> runScenario(Console& console, Outputs& outputs, const ScenarioArguments& arguments,
                               const scenario::Scenario& scenario);
} // namespace edgewright::cli
