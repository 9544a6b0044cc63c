// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions that are the same as smaller or longer ones.
#pragma once

#include "core/ops/convolution/convolve.h"
#include "core/ops/convolution/used_taps.h"

#include <array>

namespace edgewright::ops {

// Reductions of a convolution before an algorithm is chosen:
//
//   taps that read nothing but padding are left out (used_taps.h)
//   a plane of one column is one of one row: the same elements, side by side
//   a batch of images of few pixels is one image, the batch along the first axis, which an im2col goes through
//     in full vectors: the planes are transposed before and after
struct ConvolutionReduction {
    UsedTaps taps;
    bool joinsBatch = false;
    Geometry geometry; // afterwards

    static ConvolutionReduction of(const Convolution& conv);
    // The convolution afterwards, with the operands of `conv`.
    Convolution applied(const Convolution& conv) const;
    // The weights with the taps that stay, [outChannels, inPerGroup, taps].
    std::int64_t weightFloats(const Convolution& conv) const;
    void copyWeights(const Convolution& conv, float* to) const;
    // ", without taps that read only padding"; empty where nothing changes.
    const char* text() const;
};

// Constant weights with the taps that stay.
struct KeptTaps {
    ir::Tensor weights;
    const float* source = nullptr; // all of them
    std::array<UsedTaps::Range, 3> taken = {};
};

// Reduces it, then computes it by the algorithm that is chosen for what it has become.
Result<void> convolveReduced(const Convolution& conv, bool constantWeights, KeptTaps& kept,
                             KernelContext& context);

} // namespace edgewright::ops
