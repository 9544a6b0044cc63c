// SPDX-License-Identifier: GPL-3.0-or-later
// The float32 convolution and its transpose, over 1 to 3 spatial axes.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ops/floats.h"
#include "core/ops/window.h"

namespace edgewright::ops {

// Shapes are checked by the caller: input [batch, inChannels, in...], output [batch, outChannels, out...],
// weight [outChannels, inChannels / group, kernel...]; bias [outChannels] or null.
struct Convolution {
    Geometry geometry;
    std::int64_t batch = 1;
    std::int64_t inChannels = 1;
    std::int64_t outChannels = 1;
    std::int64_t group = 1;
    const float* input = nullptr;
    const float* weight = nullptr;
    const float* bias = nullptr;
    float* output = nullptr;
};

// Writes every output element once. Fails when cancelled or out of memory.
Result<void> convolve(const Convolution& conv, int threads, const RunContext& run);

// The transpose: `geometry` is that of the convolution that maps *output to input* (axes[i].in is the output
// extent, axes[i].out the input extent), weight [inChannels, outChannels / group, kernel...].
Result<void> convolveTransposed(const Convolution& conv, const RunContext& run);

} // namespace edgewright::ops
