// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/accelerator_settings.h"

namespace edgewright::pipeline::improve_stage {

namespace {

Result<std::shared_ptr<const Improvements>> compute(const Analysis& now, const Settings&,
                                                    const RunContext& run) {
    return improvements(now.fusion->graph, *now.costs, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::improvements, compute>({
    .name = "improve",
    .title = TRANSLATABLE("Stage", "Try what would help"),
    .needs = {"cost"},
    .settings = addAccelerator,
});

} // namespace edgewright::pipeline::improve_stage
