// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/layer_on_sample.h"
#include "core/pipeline/stages/int8_settings.h"

namespace edgewright::pipeline::int8_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    addQuantization(settings, text);
    const quant::StudyOptions& study = settings.int8.study;
    text.addFields(quant::arithmeticFields(), study);
    for (const auto& range : {study.inputRange, study.outputRange})
        range ? text.add(range->low, range->high) : text.add("calibrated");
}

Result<std::shared_ptr<const quant::LayerStudy>> compute(const Analysis& now, const Settings& settings,
                                                         const RunContext& run) {
    return studyLayer(*now.layerOnSample, settings.int8, settings.quantization, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::int8, compute>({
    .name = "int8",
    .title = TRANSLATABLE("Stage", "Run the INT8 kernel"),
    .needs = {"int8_layer"},
    .applies = [](const Analysis& now, const Settings&) { return now.layerOnSample != nullptr; },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::int8_stage
