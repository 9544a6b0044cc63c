// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/measured_scenario.h"

#include "core/base/propagate.h"
#include "core/device/served_model.h"
#include "core/measure/other_programs.h"
#include "core/serve/serve.h"

namespace edgewright::device {

namespace {

scenario::Scenario onCores(const scenario::Scenario& scenario, std::int64_t cores) {
    scenario::Scenario fewer = scenario;
    fewer.cores = cores;
    fewer.coreSets.clear();
    for (scenario::Model& each : fewer.models)
        each.coreSet.clear();
    return fewer;
}

} // namespace

Result<MeasuredScenario> measuredScenario(const scenario::Scenario& scenario,
                                          const serve::ServiceEffort& effort, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto models, servedModels(scenario, {run.stop, nullptr}));
    return measuredScenario(scenario, models, effort, run);
}

Result<MeasuredScenario> measuredScenario(const scenario::Scenario& scenario,
                                          std::span<const serve::ServedModel> models,
                                          const serve::ServiceEffort& effort, const RunContext& run) {
    MeasuredScenario all{.scenario = scenario,
                         .cores = static_cast<std::int64_t>(serve::usableProcessors().size()),
                         .measured = {},
                         .others = {}};
    const bool isWhole = !scenario::faultOf(scenario); // whatever machine it runs on
    all.isOnFewerCores = isWhole && scenario::faultOf(scenario, all.cores).has_value();
    const scenario::Scenario here = all.isOnFewerCores ? onCores(scenario, all.cores) : scenario;
    const measure::OtherPrograms others;
    ASSIGN_OR_RETURN(all.measured, serve::measureService(here, models, effort, run));
    all.others = others.processors();
    return all;
}

} // namespace edgewright::device
