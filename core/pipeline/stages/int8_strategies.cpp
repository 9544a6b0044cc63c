// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/calibrated.h"
#include "core/pipeline/quantization/strategies/quick_latency.h"
#include "core/pipeline/quantization/strategies/strategies.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::int8_strategies_stage {

namespace {

// Each remedy on what the matrix begins with, per tensor and per channel.
void addRemedies(std::vector<Strategy>& strategies) {
    for (const Remedy remedy : {Remedy::Equalize, Remedy::CorrectBias, Remedy::FloatLayers})
        for (const quant::Granularity weights :
             {quant::Granularity::PerTensor, quant::Granularity::PerChannel}) {
            Strategy strategy;
            strategy.weights = weights;
            strategy.remedy = remedy;
            if (remedy == Remedy::FloatLayers) strategy.floatLayers = 1;
            strategies.push_back(strategy);
        }
}

Result<StrategyComparison> compute(const Analysis& now, const Settings& settings, const RunContext& run,
                                   const Parts<StrategyComparison>& parts) {
    const StrategyRequest& request = settings.viewState.strategies;
    const Calibrated& calibrated = *now.calibrated;
    const RunContext quiet{run.stop, nullptr};
    StrategyOptions options;
    if (request.remedies) addRemedies(options.strategies);
    if (request.times) options.latency = QuickLatency();
    options.finished = [&](const StrategyComparison& soFar) {
        parts(std::make_shared<const StrategyComparison>(soFar));
    };
    options.calibrationInputs = [&] { return feedsOf(*calibrated.inputs, quiet); };
    return compareStrategies(
        calibrated.calibration, [&] { return labelledFeeds(*calibrated.samples, quiet); }, options, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::strategies, compute>({
    .name = "int8_strategies",
    .title = TRANSLATABLE("Stage", "Compare strategies"),
    .needs = {"int8_calibration"},
    .searches = true,
    .applies = [](const Analysis& now, const Settings&) { return now.calibrated != nullptr; },
    .asked = [](const ViewState& view) { return view.strategies.asked; },
    .settings =
        [](const Settings& settings, SettingsText& text) {
            text.add(settings.viewState.strategies.remedies, settings.viewState.strategies.times);
        },
});

} // namespace edgewright::pipeline::int8_strategies_stage
