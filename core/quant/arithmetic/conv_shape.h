// SPDX-License-Identifier: GPL-3.0-or-later
// Geometry of a convolution, checked before anything is allocated or indexed with it.
#pragma once

#include "core/base/result.h"
#include "core/quant/arithmetic/conv_int8.h"

#include <cstdint>

namespace edgewright::quant {

// Element counts of a shape that passed the check.
struct ConvSizes {
    std::int64_t inputPositions = 0;  // product of the input's spatial extents
    std::int64_t outputPositions = 0; // product of the output's spatial extents
    std::int64_t kernelPositions = 0;
    std::int64_t depth = 0; // terms of one output: kernel positions * input channels of a group
    std::int64_t inputs = 0, weights = 0, outputs = 0;
    std::int64_t macs = 0; // outputs * depth
};

// BadInput when extents contradict each other or the convolution arithmetic; Unsupported past 2^28 outputs.
Result<ConvSizes> checkConvShape(const ConvShape& shape);

// floor((input + begin + end - dilation * (kernel - 1) - 1) / stride) + 1; 0 where the kernel does not fit.
// BadInput where the arithmetic overflows. Stride and dilation are >= 1.
Result<std::int64_t> convExtent(std::int64_t input, std::int64_t kernel, std::int64_t stride,
                                std::int64_t dilation, std::int64_t begin, std::int64_t end);

} // namespace edgewright::quant
