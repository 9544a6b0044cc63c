// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/pipeline/graph_modules.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::modules_stage {

namespace {

Result<GraphModules> compute(const Analysis& now, const Settings&, const RunContext& run) {
    ASSIGN_OR_RETURN(auto found, modules::modulesOf(*now.typed->graph, run));
    ASSIGN_OR_RETURN(auto outline, outlineOf(*now.typed->graph, found, run));
    return GraphModules{now.typed->graph, std::move(found), std::move(outline)};
}

} // namespace

extern const Stage entry = stageInto<&Analysis::modules, compute>({
    .name = "modules",
    .title = TRANSLATABLE("Stage", "Find modules"),
    .needs = {"type"},
});

} // namespace edgewright::pipeline::modules_stage
