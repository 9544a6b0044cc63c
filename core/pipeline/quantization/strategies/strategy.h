// SPDX-License-Identifier: GPL-3.0-or-later
// One way to quantize a model in 8 bits: granularity of the weights, scheme of the activations, method to
// choose ranges, and a remedy.
#pragma once

#include "core/pipeline/quantization/quantize.h"

#include <cstddef>
#include <string>
#include <vector>

namespace edgewright::pipeline {

enum class Remedy {
    None,
    Equalize,    // quant/improve/equalize.h
    CorrectBias, // correct_bias.h
    FloatLayers, // the layers that cost most alone stay in float32 (sensitivity.h)
};

struct Strategy {
    quant::Granularity weights = quant::Granularity::PerChannel;
    bool symmetric = false; // activations: symmetric int8, otherwise asymmetric uint8
    std::string method{quant::DefaultRangeMethod};
    Remedy remedy = Remedy::None;
    std::size_t floatLayers = 0; // of Remedy::FloatLayers

    // "per channel, asymmetric uint8, min-max", "..., biases corrected".
    std::string name() const;
    // `base` with what this says.
    QuantizeOptions options(const QuantizeOptions& base) const;
    friend bool operator==(const Strategy&, const Strategy&) = default;
};

std::string weightsName(quant::Granularity weights); // "per channel"
std::string activationsName(bool symmetric);         // "asymmetric uint8"
std::string methodTitle(const std::string& method);  // "min-max" for min_max

// Both granularities, both schemes and all of quant::rangeMethods(), without remedies: per tensor first,
// asymmetric before symmetric, methods in their order.
std::vector<Strategy> strategyMatrix();

} // namespace edgewright::pipeline
