// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/simulation/accumulator_experiment.h"

#include "core/base/propagate.h"
#include "core/pipeline/quantization/error_sums.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

constexpr int NarrowestAccumulator = 8, WidestAccumulator = 32; // quant::ConvArguments

Result<void> checkWidths(const std::vector<int>& widths) {
    if (widths.empty()) return badInput("there is no width of an accumulator to try");
    for (const int bits : widths) {
        if (bits < NarrowestAccumulator || bits > WidestAccumulator)
            return badInput("an accumulator of " + std::to_string(bits) + " bits; expected " +
                            std::to_string(NarrowestAccumulator) + " to " + std::to_string(WidestAccumulator));
        if (std::ranges::count(widths, bits) > 1)
            return badInput("accumulators of " + std::to_string(bits) + " bits are there twice");
    }
    return {};
}

AccumulatorRow accumulatorRow(Int8Accumulator accumulator, Int8Model model) {
    AccumulatorRow row;
    row.accumulator = accumulator;
    row.model = std::move(model);
    std::vector<double> decibels;
    for (std::size_t i = 0; i < row.model.layers.size(); ++i) {
        const Int8Layer& layer = row.model.layers[i];
        row.overflows += layer.accumulatedOverflows;
        if (layer.accumulatedOverflows > 0) row.overflowing.push_back(i);
        decibels.push_back(layer.sqnrDb);
        if (layer.sqnrDb < decibels[row.worstLayer]) row.worstLayer = i;
    }
    row.meanLayerSqnrDb = meanDecibels(decibels);
    row.worstLayerSqnrDb = decibels[row.worstLayer]; // there is a layer: int8Runs sees to it
    return row;
}

} // namespace

const AccumulatorRow* AccumulatorExperiment::row(Int8Accumulator accumulator) const {
    const auto found = std::ranges::find(rows, accumulator, &AccumulatorRow::accumulator);
    return found == rows.end() ? nullptr : &*found;
}

Result<AccumulatorExperiment> accumulatorExperiment(const Typed& typed, const NextFeeds& calibration,
                                                    const NextLabelledFeeds& samples,
                                                    const AccumulatorOptions& options, const RunContext& run) {
    RETURN_IF_ERROR(checkWidths(options.widths));
    std::vector<Int8Accumulator> accumulators;
    for (const int bits : options.widths)
        for (const quant::Overflow overflow : {quant::Overflow::Saturate, quant::Overflow::Wrap})
            accumulators.push_back({bits, overflow});
    Int8ModelOptions model = options.model;
    model.sensitivity = false;
    ASSIGN_OR_RETURN(auto runs, int8Runs(typed, calibration, samples, model, accumulators, run));

    AccumulatorExperiment experiment;
    const Int8Model& first = runs.models.front();
    experiment.samples = first.counts.samples;
    for (std::size_t i = 0; i < first.layers.size(); ++i)
        experiment.layers.push_back(
            {first.layers[i].node, first.layers[i].name, first.layers[i].op, std::move(runs.growth[i])});
    for (std::size_t i = 0; i < accumulators.size(); ++i)
        experiment.rows.push_back(accumulatorRow(accumulators[i], std::move(runs.models[i])));
    return experiment;
}

} // namespace edgewright::pipeline
