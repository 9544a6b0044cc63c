// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/improved/quantized_model.h"
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_accumulators_stage {

namespace {

// With the codes and on the samples that the model was quantized with.
Result<AccumulatorExperiment> compute(const Analysis& now, const Settings&, const RunContext& run) {
    const QuantizedModel& model = *now.quantized;
    const RunContext quiet{run.stop, nullptr};
    AccumulatorOptions options;
    options.model.study = model.int8.study;
    options.model.fused = model.quantization.folds;
    options.calibratedOnSamples = model.model->comparedOn.hasInputsOf(model.model->source) &&
                                  model.model->inputs->count() == model.model->samples->count();
    return accumulatorExperiment(*model.model->typed, feedsOf(*model.model->inputs, quiet),
                                 labelledFeeds(*model.model->samples, quiet), options, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::accumulators, compute>({
    .name = "int8_accumulators",
    .title = TRANSLATABLE("Stage", "Try accumulators"),
    .needs = {"int8_model"},
    .searches = true,
    .applies = [](const Analysis& now, const Settings&) { return now.quantized != nullptr; },
    .asked = [](const ViewState& view) { return view.accumulatorsAsked; },
});

} // namespace edgewright::pipeline::int8_accumulators_stage
