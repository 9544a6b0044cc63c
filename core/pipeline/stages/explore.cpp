// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/accelerator_settings.h"

namespace edgewright::pipeline::explore_stage {

namespace {

Result<std::shared_ptr<const Explored>> compute(const Analysis& now, const Settings& settings,
                                                const RunContext& run) {
    return explore(now.fusion->graph, arraySizes(settings.accelerator), run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::explored, compute>({
    .name = "explore",
    .title = TRANSLATABLE("Stage", "Try other array sizes"),
    .needs = {"fuse"},
    .settings = addAccelerator,
});

} // namespace edgewright::pipeline::explore_stage
