// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of each layer alone: the model with one layer in integers and all others in float32, for every
// layer of a quantized model. And the gain of each layer in float32: the model with that one alone in float32.
// The layer that costs most need not gain anything: what it writes may have codes around it all the same.
#pragma once

#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/quantize.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

struct LayerSensitivity {
    NodeId product;              // of the folded graph
    std::vector<NodeId> origins; // of the model that was quantized
    std::string name, op;
    // The model with this layer alone in integers, against float32; without outputs: not known
    // (SensitivityOptions::costs).
    ModelChange alone;
    // With this layer alone in float32; without outputs: not known (SensitivityOptions::without).
    ModelChange inFloat;
};

struct Sensitivity {
    std::vector<LayerSensitivity> layers; // in execution order
    std::size_t samples = 0;
    ModelChange inIntegers; // as LayerSensitivity::inFloat, with all layers in integers

    static constexpr double MinGain = 0.1; // dB at the weakest output; less is none

    // The place of the layer that gains most in float32; empty: none gains, or that is not known.
    std::optional<std::size_t> bestInFloat() const;
    bool knowsGains() const { return !inIntegers.outputs.empty(); }
    // In dB at the weakest output (WeakestOutput) of either model.
    double gainOf(const LayerSensitivity& layer) const {
        return layer.inFloat.outputSqnrDb() - inIntegers.outputSqnrDb();
    }
    // MinGain or more, and sample by sample told apart from the model in integers (told_apart.h).
    bool gains(const LayerSensitivity& layer) const;
    // Places in `layers`, the one that gains most in float32 first; where that is not known, as they are.
    std::vector<std::size_t> bestFirst() const;
};

struct SensitivityOptions {
    int threads = 1;          // that kernels may split their loops with; see exec::RunOptions
    std::size_t expected = 0; // how many samples there will be, for the progress
    bool costs = true;
    // The same model with this layer, by name, in float32, too. Null, and for a model of one layer: gains are
    // not computed.
    std::function<Result<Quantized>(const std::string& layer)> without;
};

// Float32 runs once for each sample. For the costs every layer runs once alone in integers, and of each layer
// only what depends on its output runs again; for the gains the model runs in integers, and once without each
// layer. `samples` begins them anew for each of these models. One progress over all of it. BadInput without
// samples; errors of both functions are passed on.
Result<Sensitivity> sensitivity(const Quantized& quantized, const std::function<NextLabelledFeeds()>& samples,
                                const SensitivityOptions& options = {}, const RunContext& run = {});

} // namespace edgewright::pipeline
