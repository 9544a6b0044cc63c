// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise convolutions that read planes where they are: the part of DepthwiseKernels that needs masked loads
// and permutations of two vectors.
#pragma once

#include "core/kernels/depthwise.h"
#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

// False, and nothing is done, where the instruction set or the shapes are others. Filters are 3 x 3, 5 x 5 or 7
// x 7, their rows not dilated, at strides of 1 or 2.
// ranNarrow: a vector holds a row of outputs, two hold a row of inputs. ranWide: the column of an output, that
// of its tap padLeft, is one of the inputs.
bool ranNarrow(const DepthwisePlane& plane);
bool ranWide(const DepthwisePlane& plane);

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

// convolve<R>(in, weight, bias, y, out) for each R rows of outputs from row y on: as many of the first of Rows
// as fit, then of the next; the last of Rows is 1.
template <int... Rows, typename Convolve>
EDGEWRIGHT_INLINE void convolvePlanes(const DepthwisePlane& p, const Convolve& convolve) {
    float* out = p.out;
    for (std::int64_t plane = 0; plane < p.planes; ++plane) {
        const float* in = p.in + plane / p.multiplier * p.inHeight * p.inWidth;
        const float* weight = p.weight + plane * p.kernelHeight * p.kernelWidth;
        const float bias = biasOf(p, plane);
        std::int64_t y = 0;
        const auto rows = [&]<int R>() __attribute__((always_inline)) {
            for (; y + R <= p.outHeight; y += R, out += R * p.outWidth)
                convolve.template operator()<R>(in, weight, bias, y, out);
        };
        (rows.template operator()<Rows>(), ...);
    }
}

// Row-major factors of a K x K filter; those of a small one stay in registers.
template <int K>
struct Factors {
    static constexpr bool Kept = K == 3;
    const float* from;
    Floats all[Kept ? K * K : 1];

    EDGEWRIGHT_INLINE Factors of(const float* weight) {
        Factors factors;
        factors.from = weight;
        if constexpr (Kept)
#pragma GCC unroll 16
            for (int i = 0; i < K * K; ++i)
                factors.all[i] = splat(weight[i]);
        return factors;
    }
    __attribute__((always_inline)) Floats at(int ky, int kx) const {
        return Kept ? all[ky * K + kx] : splat(from[ky * K + kx]);
    }
};

// The compiler knows no longer where the value comes from: it computes addresses from it where they are used,
// and keeps no table of them, which it would spill.
template <typename T>
EDGEWRIGHT_INLINE T opaque(T value) {
    asm("" : "+r"(value));
    return value;
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
