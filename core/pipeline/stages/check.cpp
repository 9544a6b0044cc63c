// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/settings/setting_fields.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::check_stage {

namespace {

Result<std::shared_ptr<const Check>> compute(const Analysis& now, const Settings& settings,
                                             const RunContext& run) {
    return check(*now.typed, *now.fusion, settings.seed, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::check, compute>({
    .name = "check",
    .title = TRANSLATABLE("Stage", "Compare outputs before and after fusion"),
    .needs = {"type", "fuse"},
    .settings = [](const Settings& settings, SettingsText& text) { text.addFields(checkFields(), settings); },
});

} // namespace edgewright::pipeline::check_stage
