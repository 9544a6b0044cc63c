// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"
#include "core/pipeline/stages/memory_settings.h"

namespace edgewright::pipeline::memory_other_stage {

namespace {

Result<std::shared_ptr<const MemoryPlan>> compute(const Analysis& now, const Settings& settings,
                                                  const RunContext& run) {
    return plan(*now.typed->graph, now.opsets(false), withOtherPlan(settings).plan(), run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::otherBefore, compute>({
    .name = "memory_other",
    .title = TRANSLATABLE("Stage", "Plan memory of the original graph with another planner"),
    .needs = {"type"},
    .searches = true,
    .applies =
        [](const Analysis&, const Settings& settings) {
            const OtherPlan& plan = settings.viewState.otherPlan;
            return !plan.planner.empty() && !plan.fused;
        },
    .settings = otherPlanSettings,
});

} // namespace edgewright::pipeline::memory_other_stage
