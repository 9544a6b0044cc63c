// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/measured_scenario.h"

#include "core/base/propagate.h"
#include "core/device/frame_inputs.h"
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

// Those of folders that are there.
Result<void> feedFolders(const scenario::Scenario& scenario, std::vector<serve::ServedModel>& models,
                         const RunContext& run) {
    for (std::size_t i = 0; i < models.size(); ++i) {
        const scenario::Model& model = scenario.models[i];
        std::error_code error;
        if (model.arrivals.kind != scenario::ArrivalKind::Frames ||
            !std::filesystem::is_directory(model.arrivals.folder, error))
            continue;
        ASSIGN_OR_RETURN(const auto frames,
                         FrameInputs::open(model, *models[i].sizes.front().graph, {}, {run.stop, nullptr}));
        models[i].inputs = [frames](std::uint64_t request) { return frames->of(request); };
    }
    return {};
}

// A camera sends its frames when it will, which is no time of the model.
std::vector<serve::ServedModel> withoutCameras(const scenario::Scenario& scenario,
                                               std::span<const serve::ServedModel> models) {
    std::vector<serve::ServedModel> all(models.begin(), models.end());
    for (std::size_t i = 0; i < all.size(); ++i)
        if (scenario.models[i].arrivals.kind == scenario::ArrivalKind::Camera) all[i].inputs = {};
    return all;
}

} // namespace

Result<MeasuredScenario> measuredScenario(const scenario::Scenario& scenario,
                                          const serve::ServiceEffort& effort, const RunContext& run) {
    ASSIGN_OR_RETURN(auto models, servedModels(scenario, {run.stop, nullptr}));
    RETURN_IF_ERROR(feedFolders(scenario, models, run));
    return measuredScenario(scenario, models, effort, run);
}

Result<MeasuredScenario> measuredScenario(const scenario::Scenario& scenario,
                                          std::span<const serve::ServedModel> models,
                                          const serve::ServiceEffort& effort, const RunContext& run,
                                          const serve::RunsAmong& runs) {
    MeasuredScenario all{.scenario = scenario,
                         .cores = static_cast<std::int64_t>(serve::usableProcessors().size()),
                         .measured = {},
                         .others = {}};
    const bool isWhole = !scenario::faultOf(scenario); // whatever machine it runs on
    all.isOnFewerCores = isWhole && scenario::faultOf(scenario, all.cores).has_value();
    const scenario::Scenario here = all.isOnFewerCores ? onCores(scenario, all.cores) : scenario;
    const measure::OtherPrograms others;
    ASSIGN_OR_RETURN(all.measured,
                     serve::measureService(here, withoutCameras(scenario, models), effort, run, runs));
    all.others = others.processors();
    return all;
}

} // namespace edgewright::device
