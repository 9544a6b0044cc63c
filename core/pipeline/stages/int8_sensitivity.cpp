// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_sensitivity_stage {

namespace {

Result<Sensitivity> compute(const Analysis& now, const Settings&, const RunContext& run) {
    const QuantizedModel& model = *now.quantized;
    const RunContext quiet{run.stop, nullptr};
    const auto samples = [&] { return labelledFeeds(*model.model->samples, quiet); };
    SensitivityOptions options;
    options.expected = model.model->samples->count();
    options.without = [&](const std::string& layer) { return withLayerInFloat(model, layer, quiet); };
    return sensitivity(model.improved.quantized, samples, options, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::sensitivity, compute>({
    .name = "int8_sensitivity",
    .title = TRANSLATABLE("Stage", "Run the model with one layer in integers"),
    .needs = {"int8_model"},
    .searches = true,
    .applies = [](const Analysis& now,
                  const Settings& settings) { return now.quantized && settings.viewState.wantsSensitivity; },
});

} // namespace edgewright::pipeline::int8_sensitivity_stage
