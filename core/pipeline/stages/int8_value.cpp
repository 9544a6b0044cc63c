// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/pipeline/quantization/layer_on_sample.h"
#include "core/pipeline/stage.h"
#include "core/quant/layer/value_trace.h"

namespace edgewright::pipeline::int8_value_stage {

namespace {

Result<quant::ValueTrace> compute(const Analysis& now, const Settings& settings, const RunContext& run) {
    const quant::LayerStudy& study = *now.int8;
    quant::StudyOptions options = study.options;
    // The range that the study found: without it all outputs would be computed once more.
    if (!options.outputRange) options.outputRange = quant::rangeOf(study.reference.as<float>());
    ASSIGN_OR_RETURN(auto trace, quant::traceValue(now.layerOnSample->reference, options,
                                                   settings.viewState.int8Element, run));
    trace.options = study.options;
    return trace;
}

} // namespace

extern const Stage entry = stageInto<&Analysis::int8Value, compute>({
    .name = "int8_value",
    .title = TRANSLATABLE("Stage", "Compute one output of a layer step by step"),
    .needs = {"int8_layer", "int8"},
    .applies =
        [](const Analysis& now, const Settings& settings) {
            return now.layerOnSample && now.int8 && settings.viewState.int8Element >= 0;
        },
    .settings = [](const Settings& settings, SettingsText& text) { text.add(settings.viewState.int8Element); },
});

} // namespace edgewright::pipeline::int8_value_stage
