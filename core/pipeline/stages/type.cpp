// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::type_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    for (const auto& [symbol, extent] : settings.bindings)
        text.add(symbol, extent);
}

Result<std::shared_ptr<const Typed>> compute(const Analysis& now, const Settings& settings,
                                             const RunContext& run) {
    auto typed = type(now.opened, settings.bindings, true, run);
    if (run.stopped()) return cancelled();
    return typed;
}

} // namespace

extern const Stage entry = stageInto<&Analysis::typed, compute>({
    .name = "type",
    .title = TRANSLATABLE("Stage", "Infer shapes"),
    .applies = [](const Analysis& now, const Settings&) { return now.opened != nullptr; },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::type_stage
