// SPDX-License-Identifier: GPL-3.0-or-later
// Findings on one layer of a quantized model: the width that its accumulator needs whatever the input, and the
// reason of its loss.
#pragma once

#include "core/pipeline/quantization/coded_layers.h"
#include "core/pipeline/quantization/quantized_report.h"

#include <optional>
#include <string>

namespace edgewright::pipeline {

// Bits of the two's complement number that holds every sum of products with the bias, by the signs of the codes
// that the model has (BitGrowth::worstBits). Empty for weights that are computed at run time, and for a
// ConvTranspose, whose sums depend on the position.
std::optional<int> worstSumBits(const Quantized& quantized, const CodedLayer& layer);

// Share of outputs within one output step from which on there is nothing to explain.
inline constexpr double EnoughWithinOneStep = 0.95;

// A layer on the samples, alone in integers on its float32 input.
struct LayerSeen {
    // Elements; those whose float32 value is half a step or more beyond what the codes cover.
    std::int64_t outputs = 0, outside = 0;
    double errorSquares = 0, outsideSquares = 0; // sums of squares of the errors of either
    double inputSquares = 0;                     // sum over the elements of the first input
    std::int64_t inputs = 0;
};

// A sentence without a full stop at its end. `layer` has its figures.
std::string layerReason(const Quantized& quantized, const CodedLayer& place, const QuantizedLayer& layer,
                        const LayerSeen& seen);

} // namespace edgewright::pipeline
