// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/stages/processor_settings.h"

namespace edgewright::pipeline::benefits_stage {

namespace {

Result<Benefits> compute(const Analysis& now, const Settings& settings, const RunContext& run) {
    return benefits(*now.fusion, run, processorOf(settings));
}

} // namespace

extern const Stage entry = stageInto<&Analysis::benefits, compute>({
    .name = "benefits",
    .title = TRANSLATABLE("Stage", "What fusion saves"),
    .needs = {"fuse"},
    .settings = addProcessor,
});

} // namespace edgewright::pipeline::benefits_stage
