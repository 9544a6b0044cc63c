// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"
#include "core/pipeline/stages/memory_settings.h"

namespace edgewright::pipeline::memory_fused_stage {

namespace {

Result<std::shared_ptr<const MemoryPlan>> compute(const Analysis& now, const Settings& settings,
                                                  const RunContext& run) {
    return plan(now.fusion->graph, now.fusion->opsets, settings.plan(), run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::memoryAfter, compute>({
    .name = "memory_fused",
    .title = TRANSLATABLE("Stage", "Plan memory of the fused graph"),
    .needs = {"fuse"},
    .searches = true,
    .settings = memorySettings,
});

} // namespace edgewright::pipeline::memory_fused_stage
