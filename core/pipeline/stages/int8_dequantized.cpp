// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/dequantized_model.h"

#include "core/base/propagate.h"
#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_dequantized_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    text.addFields(int8Fields(), settings.int8);
    text.addFields(quantizationFields(), settings.quantization, DataGroup);
}

Result<DequantizedModel> compute(const Analysis& now, const Settings& settings, const RunContext& run) {
    ASSIGN_OR_RETURN(const EvaluationSamples data,
                     evaluationSamples(*now.typed, settings.int8, settings.quantization, run));
    ASSIGN_OR_RETURN(DequantizedModel model,
                     dequantizedModel(*now.typed, labelledFeeds(*data.samples, run), run));
    model.comparedOn = data.source;
    model.available = data.samples->available();
    return model;
}

} // namespace

extern const Stage entry = stageInto<&Analysis::dequantized, compute>({
    .name = "int8_dequantized",
    .title = TRANSLATABLE("Stage", "Compare the model with itself in float"),
    .needs = {"type"},
    .applies = [](const Analysis& now,
                  const Settings&) { return now.typed && firstOnCodes(*now.typed->graph) != nullptr; },
    .settings = dependencies,
});

} // namespace edgewright::pipeline::int8_dequantized_stage
