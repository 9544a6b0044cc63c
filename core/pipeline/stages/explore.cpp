// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/pipeline/stages/accelerator_settings.h"

namespace edgewright::pipeline::explore_stage {

namespace {

Result<std::shared_ptr<const Explored>> compute(const Analysis& now, const Settings& settings,
                                                const RunContext& run) {
    ASSIGN_OR_RETURN(const auto space, cost::SpaceChoice::standard().on(settings.accelerator));
    return explore(now.fusion->graph, space, run);
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
