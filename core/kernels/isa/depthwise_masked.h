// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise convolutions that read planes where they are: the part of DepthwiseKernels that needs masked loads
// and permutations of two vectors.
#pragma once

#include "core/kernels/depthwise.h"
#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

// False, and nothing is done, where the instruction set or the shapes are others: 3 x 3, 5 x 5 and 7 x 7 at
// strides 1 and 2, not dilated.
bool ranMasked(const DepthwisePlane& plane);

// Bounded, then the first `count` lanes, at most all.
EDGEWRIGHT_INLINE void put(float* to, Floats value, std::int64_t count, float low, float high) {
    value = lesser(splat(high), greater(splat(low), value));
    if (count >= Lanes)
        store(to, value);
    else
        storeSome(to, value, static_cast<int>(count));
}

EDGEWRIGHT_INLINE float biasOf(const DepthwisePlane& p, std::int64_t plane) {
    return p.biases ? p.biases[plane] : p.bias;
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
