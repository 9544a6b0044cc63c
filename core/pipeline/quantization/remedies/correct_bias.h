// SPDX-License-Identifier: GPL-3.0-or-later
// Bias correction: rounding shifts the mean of each output channel; what was measured of that on real inputs is
// taken off the bias. (Nagel, van Baalen, Blankevoort, Welling: Data-free quantization through weight
// equalization and bias correction, ICCV 2019, section 4.2 and appendix D, the empirical form.)
#pragma once

#include "core/pipeline/quantization/quantize.h"

#include <string>
#include <vector>

namespace edgewright::pipeline {

enum class BiasErrors {
    // With what the layers before it write in integers, when these are corrected: one layer after the other.
    Accumulated,
    // Errors of each layer with its own float32 input: all at once, and less memory.
    Alone,
};

struct CorrectedLayer {
    NodeId product; // of the folded graph
    std::string name;
    // Mean over all channels of the magnitude of the mean error, in front of the activation, on the samples.
    double meanErrorBefore = 0, meanErrorAfter = 0;
    std::size_t channels = 0;
    bool addedBias = false; // there was none
};

struct NotCorrected {
    NodeId product;
    std::string name, reason;
};

struct BiasCorrection {
    Quantized quantized; // as before, with other biases
    std::vector<CorrectedLayer> layers;
    std::vector<NotCorrected> left;
    std::size_t samples = 0;
    BiasErrors errors = BiasErrors::Accumulated; // Alone, too, where operators have bodies of their own
};

// `samples` is asked several times for all of them. Accumulated keeps their inputs, and codes between two
// layers, for all of them (StepThrough::LimitBytes). BadInput without samples; errors of `samples` are passed
// on.
Result<BiasCorrection> correctBias(const Quantized& quantized, const std::function<NextFeeds()>& samples,
                                   BiasErrors errors = BiasErrors::Accumulated, const RunContext& run = {});

} // namespace edgewright::pipeline
