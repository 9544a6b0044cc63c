// SPDX-License-Identifier: GPL-3.0-or-later
// A vector holds a row of outputs: each tap is a permutation of the one or two vectors that hold a row of
// inputs. Of a small plane all rows are summed at once, so that each row of inputs is read and permuted once.
#include "core/kernels/isa/depthwise_masked.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

#if defined(__AVX512F__)

namespace {

constexpr std::int64_t MaxTaps = 7;

bool isNarrow(const DepthwisePlane& p) {
    return p.inWidth <= 2 * Lanes && p.outWidth <= Lanes && p.dilationHeight == 1 && p.kernelWidth <= MaxTaps &&
           (p.kernelHeight == 3 || p.kernelHeight == 5) && p.kernelHeight == p.kernelWidth &&
           (p.strideHeight == 1 || p.strideHeight == 2);
}

struct Permutations {
    Ints index[MaxTaps]; // input column of each output
    __mmask16 inside[MaxTaps];
};

template <int K>
EDGEWRIGHT_INLINE Permutations permutationsOf(const DepthwisePlane& p) {
    Permutations by;
    const Ints lane{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
#pragma GCC unroll 8
    for (int kx = 0; kx < K; ++kx) {
        const auto offset = static_cast<std::int32_t>(kx * p.dilationWidth - p.padLeft);
        by.index[kx] = lane * static_cast<std::int32_t>(p.strideWidth) + offset;
        by.inside[kx] = _mm512_cmplt_epu32_mask(reinterpret_cast<__m512i>(by.index[kx]),
                                                _mm512_set1_epi32(static_cast<int>(p.inWidth)));
    }
    return by;
}

// A filter of K x K at stride S of rows.
template <int K, int S>
struct Narrow {
    // R rows of outputs. Two: a row of inputs needs two vectors. Centred: the middle tap is the row itself.
    // `behind` is the end of all inputs.
    template <int R, bool Two, bool Centred>
    EDGEWRIGHT_INLINE void convolve(const DepthwisePlane& p, const Permutations& by, const float* in,
                                    const float* behind, const float* weight, float bias, std::int64_t y,
                                    float* out) {
        constexpr int Lines = (R - 1) * S + K;
        const Factors<K> factors = Factors<K>::of(weight);
        Floats sums[R];
#pragma GCC unroll 16
        for (int r = 0; r < R; ++r)
            sums[r] = splat(bias);
        const std::int64_t top = y * S - p.padTop;
        const int width = static_cast<int>(p.inWidth);
#pragma GCC unroll 32
        for (int line = 0; line < Lines; ++line) {
            if (top + line < 0 || top + line >= p.inHeight) continue;
            const float* from = in + (top + line) * p.inWidth;
            // Lanes behind the row are not masked where they can be read: permutations leave them out.
            const Floats left = Two || from + Lanes <= behind ? load(from) : loadSome(from, width);
            const Floats right = Two ? loadSome(from + Lanes, width - Lanes) : left;
#pragma GCC unroll 8
            for (int kx = 0; kx < K; ++kx) {
                const auto index = reinterpret_cast<__m512i>(by.index[kx]);
                const Floats value = Centred && kx == K / 2 ? left
                                     : Two ? _mm512_maskz_permutex2var_ps(by.inside[kx], left, index, right)
                                           : _mm512_maskz_permutexvar_ps(by.inside[kx], index, left);
#pragma GCC unroll 16
                for (int r = 0; r < R; ++r) {
                    const int ky = line - r * S;
                    if (ky >= 0 && ky < K) sums[r] = fused(value, factors.at(ky, kx), sums[r]);
                }
            }
        }
#pragma GCC unroll 16
        for (int r = 0; r < R; ++r)
            put(out + r * p.outWidth, sums[r], p.outWidth, p.low, p.high);
    }

    template <bool Two, bool Centred>
    static void run(const DepthwisePlane& p) {
        const Permutations by = permutationsOf<K>(p);
        const float* const behind = p.in + p.planes / p.multiplier * p.inHeight * p.inWidth;
        const auto rows = [&]<int R>(const float* in, const float* weight, float bias, std::int64_t y,
                                     float* out) __attribute__((always_inline)) {
            convolve<R, Two, Centred>(p, by, in, behind, weight, bias, y, out);
        };
        if constexpr (S == 1)
            convolvePlanes<14, 7, 4, 2, 1>(p, rows);
        else
            convolvePlanes<7, 4, 2, 1>(p, rows);
    }

    static void run(const DepthwisePlane& p) {
        if (p.inWidth > Lanes) return run<true, false>(p);
        if constexpr (S == 1)
            if (p.strideWidth == 1 && p.dilationWidth == 1 && p.padLeft == K / 2 && p.outWidth <= p.inWidth)
                return run<false, true>(p);
        run<false, false>(p);
    }
};

} // namespace

bool ranNarrow(const DepthwisePlane& p) {
    if (!isNarrow(p)) return false;
    if (p.kernelHeight == 3)
        p.strideHeight == 1 ? Narrow<3, 1>::run(p) : Narrow<3, 2>::run(p);
    else
        p.strideHeight == 1 ? Narrow<5, 1>::run(p) : Narrow<5, 2>::run(p);
    return true;
}

#else
bool ranNarrow(const DepthwisePlane&) { return false; }
#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
