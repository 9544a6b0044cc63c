// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/stages/processor_settings.h"

namespace edgewright::pipeline::benefits_pinned_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    addProcessor(settings, text);
    text.add(settings.viewState.pinnedFusion.get());
}

Result<Benefits> compute(const Analysis&, const Settings& settings, const RunContext& run) {
    return benefits(*settings.viewState.pinnedFusion, run, processorOf(settings));
}

} // namespace

extern const Stage entry = stageInto<&Analysis::pinnedBenefits, compute>({
    .name = "benefits_pinned",
    .title = TRANSLATABLE("Stage", "What the pinned fusion saves"),
    .needs = {"type"},
    .applies = [](const Analysis&,
                  const Settings& settings) { return settings.viewState.pinnedFusion != nullptr; },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::benefits_pinned_stage
