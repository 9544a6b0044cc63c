// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer_on_sample.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_layer_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    text.add(settings.viewState.int8Layer.index(), settings.viewState.sample);
}

Result<std::shared_ptr<const LayerOnSample>> compute(const Analysis& now, const Settings& settings,
                                                     const RunContext& run) {
    return layerOnSample(now.calibrated, settings.viewState.int8Layer, settings.viewState.sample, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::layerOnSample, compute>({
    .name = "int8_layer",
    .title = TRANSLATABLE("Stage", "Run the model up to a layer"),
    .needs = {"int8_calibration"},
    .applies =
        [](const Analysis& now, const Settings& settings) {
            return now.calibrated && now.typed && settings.viewState.int8Layer.valid() &&
                   now.typed->graph->contains(settings.viewState.int8Layer);
        },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::int8_layer_stage
