// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram of the values in a tensor of a layer, what its codes cover of them, and what each method to
// choose ranges would have covered.
#pragma once

#include "core/pipeline/quantization/layer/studied_layer.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::pipeline {

enum class LayerTensor { Input, Weights, Output };
inline constexpr std::array AllLayerTensors{LayerTensor::Input, LayerTensor::Weights, LayerTensor::Output};

struct MethodRange {
    std::string name; // quant::RangeMethod
    quant::Range range;
    bool isChosen = false; // it chose the range that the codes cover
};

struct ValueHistogram {
    LayerTensor tensor = LayerTensor::Input;
    std::optional<std::int64_t> channel; // of weights: of this one alone
    // Bin i holds the values from edge(i) to edge(i + 1).
    double width = 0;
    std::int64_t first = 0;
    std::vector<std::int64_t> counts; // at most MaxBins, fewer for few values
    std::int64_t values = 0;          // finite ones
    std::int64_t zeros = 0;           // exactly 0: in their bin, too
    std::size_t samples = 0;          // of calibration that were counted; 0: the tensor itself
    quant::Range seen;
    quant::Range range; // that was chosen for the codes
    // Shares of the values beside it. Of a bin that an end of the range divides, in proportion.
    double below = 0, above = 0;
    std::optional<quant::Params> params; // of the codes; none: each channel has its own
    quant::Codes codes;
    std::vector<MethodRange> methods; // as quant::rangeMethods(); empty: no method chooses this range

    static constexpr std::size_t MaxBins = 256;
    double edge(std::size_t bin) const {
        return width * static_cast<double>(first + static_cast<std::int64_t>(bin));
    }
    double outside() const { return below + above; }
};

// From calibration where it counted the tensor, else of the tensor on the sample; of the weights themselves.
// `channel`: of the weights. Empty where none of them is known or no value is finite.
std::optional<ValueHistogram> valueHistogram(const StudiedLayer& layer, LayerTensor tensor,
                                             std::optional<std::int64_t> channel = {});

} // namespace edgewright::pipeline
