// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/benefits.h"
#include "core/base/propagate.h"
#include "core/pipeline/stages/processor_settings.h"

namespace edgewright::pipeline::benefits_stage {

namespace {

Result<std::shared_ptr<const Benefits>> compute(const Analysis& now, const Settings& settings,
                                                const RunContext& run) {
    ASSIGN_OR_RETURN(auto made, benefits(*now.fusion, run, processorOf(settings)));
    return std::make_shared<const Benefits>(std::move(made));
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::benefits, compute>({
    .name = "benefits",
    .title = TRANSLATABLE("Stage", "What fusion saves"),
    .needs = {"fuse"},
    .settings = addProcessor,
});

} // namespace edgewright::pipeline::benefits_stage
