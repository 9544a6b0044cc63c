// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/graph_modules.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::modules_fused_stage {

namespace {

Result<FusedModules> compute(const Analysis& now, const Settings&, const RunContext&) {
    return FusedModules{now.fusion,
                        modules::modulesIn(now.fusion->graph, now.modules->modules, *now.modules->graph)};
}

} // namespace

extern const Stage entry = stageInto<&Analysis::modulesFused, compute>({
    .name = "modules_fused",
    .title = TRANSLATABLE("Stage", "Find modules in the fused graph"),
    .needs = {"fuse", "modules"},
});

} // namespace edgewright::pipeline::modules_fused_stage
