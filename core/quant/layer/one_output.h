// SPDX-License-Identifier: GPL-3.0-or-later
// One output of a layer as a convolution of its own, whose inputs are those under the kernel.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/quant/arithmetic/conv_int8.h"
#include "core/quant/arithmetic/conv_shape.h"
#include "core/quant/layer/layer_operands.h"
#include "core/quant/layer/value_trace.h"

#include <span>
#include <vector>

namespace edgewright::quant {

// Row-major coordinates of an element.
std::vector<std::int64_t> coordinatesOf(std::int64_t element, std::span<const std::int64_t> extents);

// Arrays as the integer kernel takes them: [input channel][kernel position].
struct OneOutput {
    ConvShape shape;
    std::vector<float> x, w, bias;
    std::vector<std::int16_t> xCodes, wCodes;
    std::vector<std::int32_t> biasCodes;
    std::vector<char> padding; // by kernel position
    float wScale = 1;
    std::int32_t wZero = 0;
};

// `trace` says which one: image, channel, origin, input channels. `all`: of the whole layer.
OneOutput oneOutput(const ValueTrace& trace, const LayerOperands& operands, const ConvSizes& sizes,
                    const ConvArguments& all);

// The integer kernel on it, with the arithmetic that it has within the whole layer; the first output counts.
Result<ConvOutput> convOneOutput(const OneOutput& one, const ConvArguments& all, const RunContext& run);

} // namespace edgewright::quant
