// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    const quant::StudyOptions& s = settings.int8.study;
    text.add(settings.int8Layer.index(), settings.int8.seed, static_cast<int>(s.weights),
             static_cast<int>(s.requantize), s.accumulatorBits, static_cast<int>(s.overflow));
}

Result<std::shared_ptr<const quant::LayerStudy>> compute(const Analysis& now, const Settings& settings,
                                                         const RunContext& run) {
    return studyLayer(*now.typed, settings.int8Layer, settings.int8, run);
}

} // namespace

extern const Stage entry;
const Stage entry = stageInto<&Analysis::int8, compute>({
    .name = "int8",
    .title = TRANSLATABLE("Stage", "Run the INT8 kernel"),
    .needs = {"type"},
    .applies =
        [](const Analysis& now, const Settings& settings) {
            return now.typed && settings.int8Layer.valid() && now.typed->graph->contains(settings.int8Layer);
        },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::int8_stage
