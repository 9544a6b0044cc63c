// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::sweep_stage {

namespace {

Result<std::shared_ptr<const std::vector<cost::DesignPoint>>> compute(const Analysis& now, const Settings&,
                                                                      const RunContext& run) {
    return sweep(now.fusion->graph, run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::sweep, compute>({
    .name = "sweep",
    .title = TRANSLATABLE("Stage", "Sweep array sizes"),
    .needs = {"fuse"},
});

} // namespace edgewright::pipeline::sweep_stage
