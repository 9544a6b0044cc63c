// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of each layer alone: the model with one layer in integers and all others in float32, for every
// layer of a quantized model.
#pragma once

#include "core/pipeline/quantization/error_sums.h"
#include "core/pipeline/quantization/model_change.h"
#include "core/pipeline/quantization/quantize.h"

#include <string>
#include <vector>

namespace edgewright::pipeline {

struct LayerSensitivity {
    NodeId product;              // of the folded graph
    std::vector<NodeId> origins; // of the model that was quantized
    std::string name, op;
    ErrorSums output; // of the model's first output, against that of the run in float32
    TopCounts tops;   // "int8": with this layer alone in integers
};

struct Sensitivity {
    std::vector<LayerSensitivity> layers; // in execution order
    std::size_t samples = 0;

    // Figures of other samples of the same quantized model: whoever wants several threads gives each of them a
    // part of the samples.
    void add(const Sensitivity& other);
    // Places in `layers`, the one that costs most first.
    std::vector<std::size_t> worstFirst() const;
    // Names of the first `count` of those (all, when there are fewer): for QuantizeOptions::inFloat.
    std::vector<std::string> worst(std::size_t count) const;
};

struct SensitivityOptions {
    int threads = 1;          // that kernels may split their loops with; see exec::RunOptions
    std::size_t expected = 0; // how many samples there will be, for the progress
};

// For each sample float32 runs once, every layer runs once alone in integers, and of each layer only what
// depends on its output runs again. BadInput without samples; errors of `samples` are passed on.
Result<Sensitivity> sensitivity(const Quantized& quantized, const NextLabelledFeeds& samples,
                                const SensitivityOptions& options = {}, const RunContext& run = {});

} // namespace edgewright::pipeline
