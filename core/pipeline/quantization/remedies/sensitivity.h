// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of each layer alone: the model with one layer in integers and all others in float32, for every
// layer of a quantized model. And the gain of each layer in float32: the model with that one alone in float32.
// The layer that costs most need not gain anything: what it writes may have codes around it all the same.
#pragma once

#include "core/pipeline/quantization/error_sums.h"
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
    // With this layer alone in integers; without elements: not known (SensitivityOptions::costs).
    ErrorSums output; // of the model's first output, against that of the run in float32
    TopCounts tops;
    // As `output`, with this layer alone in float32; without elements: not known (SensitivityOptions::without).
    ErrorSums inFloat;
};

struct Sensitivity {
    std::vector<LayerSensitivity> layers; // in execution order
    std::size_t samples = 0;
    std::string output;   // the first one of several, which all figures are of; empty: the model has one
    ErrorSums inIntegers; // as LayerSensitivity::inFloat, with all layers in integers

    static constexpr double MinGain = 0.1; // dB at the output; less is none

    // The place of the layer that gains most in float32; empty: none gains MinGain, or that is not known.
    std::optional<std::size_t> bestInFloat() const;
    bool knowsGains() const { return inIntegers.elements() > 0; }
    std::string place() const { return output.empty() ? "the output" : output; }
    // In dB at that output.
    double gainOf(const LayerSensitivity& layer) const { return layer.inFloat.sqnrDb() - inIntegers.sqnrDb(); }
    // Places in `layers`, the one that gains most in float32 first; where that is not known, as they are.
    std::vector<std::size_t> bestFirst() const;
    // Figures of other samples of the same quantized model: whoever wants several threads gives each of them a
    // part of the samples.
    void add(const Sensitivity& other);
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
