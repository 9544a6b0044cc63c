// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/cost_comparison.h"
#include "core/pipeline/stages/accelerator_settings.h"

namespace edgewright::pipeline::compare_costs_stage {

namespace {

void addSettings(const Settings& settings, SettingsText& text) {
    addAccelerator(settings, text);
    text.add(settings.viewState.comparedWith);
}

Result<std::shared_ptr<const ComparedCosts>> compute(const Analysis& now, const Settings& settings,
                                                     const RunContext& run) {
    return comparedCosts(*now.fusion, now.costs, settings.viewState.comparedWith, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::comparedCosts, compute>({
    .name = "compare_costs",
    .title = TRANSLATABLE("Stage", "Compare the costs"),
    .needs = {"cost"},
    .applies = [](const Analysis&,
                  const Settings& settings) { return !settings.viewState.comparedWith.empty(); },
    .settings = addSettings,
});

} // namespace edgewright::pipeline::compare_costs_stage
