// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/stages/int8_settings.h"

namespace edgewright::pipeline::int8_model_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    addQuantization(settings, text);
    text.addFields(quantizationFields(), settings.quantization, RemediesGroup);
}

Result<std::shared_ptr<const QuantizedModel>> compute(const Analysis& now, const Settings& settings,
                                                      const RunContext& run) {
    return quantizedModel(now.calibrated, settings.int8, settings.quantization, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::quantized, compute>({
    .name = "int8_model",
    .title = TRANSLATABLE("Stage", "Run the model in integers"),
    .needs = {"int8_calibration"},
    .applies = [](const Analysis& now, const Settings&) { return now.calibrated != nullptr; },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::int8_model_stage
