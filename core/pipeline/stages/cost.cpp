// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::cost_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    const cost::Accelerator& a = settings.accelerator;
    text.add(a.rows, a.cols, static_cast<int>(a.dataflow), a.ifmapKb, a.filterKb, a.ofmapKb,
             a.bandwidth.value_or(-1), a.wordBytes, a.lanes.value_or(-1));
}

Result<std::shared_ptr<const Costs>> compute(const Analysis& now, const Settings& settings,
                                             const RunContext& run) {
    return costs(now.fusion->graph, settings.accelerator, run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::costs, compute>({
    .name = "cost",
    .title = TRANSLATABLE("Stage", "Estimate cycles and traffic"),
    .needs = {"fuse"},
    .settings = dependencies,
});

} // namespace edgewright::pipeline::cost_stage
