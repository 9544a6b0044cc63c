// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"
#include "core/pipeline/stages/memory_settings.h"

namespace edgewright::pipeline::memory_fused_other_stage {

namespace {

Result<std::shared_ptr<const MemoryPlan>> compute(const Analysis& now, const Settings& settings,
                                                  const RunContext& run) {
    return plan(now.fusion->graph, now.fusion->opsets, withOtherPlan(settings).plan(), run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::otherAfter, compute>({
    .name = "memory_fused_other",
    .title = TRANSLATABLE("Stage", "Plan memory of the fused graph with another planner"),
    .needs = {"fuse"},
    .searches = true,
    .applies =
        [](const Analysis&, const Settings& settings) {
            const OtherPlan& plan = settings.viewState.otherPlan;
            return !plan.planner.empty() && plan.fused;
        },
    .settings = otherPlanSettings,
});

} // namespace edgewright::pipeline::memory_fused_other_stage
