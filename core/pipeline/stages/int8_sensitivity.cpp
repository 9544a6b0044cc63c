// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/remedies/sensitivity.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_sensitivity_stage {

namespace {

Result<Sensitivity> compute(const Analysis& now, const Settings&, const RunContext& run) {
    const dataset::SampleSet& samples = *now.quantized->model->samples;
    SensitivityOptions options;
    options.expected = samples.count();
    return sensitivity(now.quantized->improved.quantized, labelledFeeds(samples, {run.stop, nullptr}), options,
                       run);
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
