// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/pipeline/graph_modules.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::modules_inside_stage {

namespace {

Result<GraphModules> compute(const Analysis&, const Settings& settings, const RunContext& run) {
    const auto& graph = settings.viewState.graphInside;
    ASSIGN_OR_RETURN(auto found, modules::modulesOf(*graph, run));
    ASSIGN_OR_RETURN(auto outline, outlineOf(*graph, found, run));
    return GraphModules{graph, std::move(found), std::move(outline)};
}

} // namespace

extern const Stage entry = stageInto<&Analysis::modulesInside, compute>({
    .name = "modules_inside",
    .title = TRANSLATABLE("Stage", "Find modules in a graph inside"),
    .needs = {"type"},
    .applies = [](const Analysis&,
                  const Settings& settings) { return settings.viewState.graphInside != nullptr; },
    .settings =
        [](const Settings& settings, SettingsText& text) {
            text.add(settings.viewState.graphInside.get());
        }, // kept by the result
});

} // namespace edgewright::pipeline::modules_inside_stage
