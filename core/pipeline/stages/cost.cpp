// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/accelerator_settings.h"

namespace edgewright::pipeline::cost_stage {

namespace {

Result<std::shared_ptr<const Costs>> compute(const Analysis& now, const Settings& settings,
                                             const RunContext& run) {
    return costs(now.fusion->graph, settings.accelerator, run, settings.tilings);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::costs, compute>({
    .name = "cost",
    .title = TRANSLATABLE("Stage", "Estimate cycles and traffic"),
    .needs = {"fuse"},
    .settings = addAccelerator,
});

} // namespace edgewright::pipeline::cost_stage
