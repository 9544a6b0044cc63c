// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of planes with one filter each: what a depthwise convolution does for every channel.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// Extents, strides, dilations and pads in elements; planes and filters are row-major without gaps. Every
// extent, stride and dilation is at least 1, pads at least 0; what lies outside of the input counts as zero.
struct DepthwisePlane {
    const float* in = nullptr;     // [inHeight, inWidth]
    const float* weight = nullptr; // [kernelHeight, kernelWidth]
    float* out = nullptr;          // [outHeight, outWidth]
    // scratchFloats() floats, best 64-byte aligned. Each thread needs its own.
    float* scratch = nullptr;
    std::int64_t inHeight = 1, inWidth = 1;
    std::int64_t outHeight = 1, outWidth = 1;
    std::int64_t kernelHeight = 1, kernelWidth = 1;
    std::int64_t strideHeight = 1, strideWidth = 1;
    std::int64_t dilationHeight = 1, dilationWidth = 1;
    std::int64_t padTop = 0, padLeft = 0;
    float bias = 0;
    float low = 0, high = 0; // the result is clamped to this; -inf and +inf for no clamp
    // Several planes at once, which small ones gain from: inputs, filters and outputs follow each other without
    // gaps.
    std::int64_t planes = 1;       // of the output
    std::int64_t multiplier = 1;   // output planes that read the same input plane
    const float* biases = nullptr; // [planes], instead of `bias`
};

struct DepthwiseKernels {
    // Floats that run needs, whatever the number of planes; -1 where padded rows would be too large to be worth
    // it (the caller goes another way). Looks at the extents only.
    std::int64_t (*scratchFloats)(const DepthwisePlane& plane);
    void (*run)(const DepthwisePlane& plane);
};

} // namespace edgewright::kernels
