// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"
#include "core/pipeline/stages/memory_settings.h"

namespace edgewright::pipeline::memory_stage {

namespace {

Result<std::shared_ptr<const MemoryPlan>> compute(const Analysis& now, const Settings& settings,
                                                  const RunContext& run) {
    return plan(*now.typed->graph, now.opsets(false), settings.plan(), run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::memoryBefore, compute>({
    .name = "memory",
    .title = TRANSLATABLE("Stage", "Plan memory of the original graph"),
    .needs = {"type"},
    .searches = true,
    .settings = memorySettings,
});

} // namespace edgewright::pipeline::memory_stage
