// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa/depthwise_masked.h"

#include "core/kernels/isa/padded_row.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

#if defined(__AVX512F__)

namespace {

// convolve<R>(in, weight, bias, y, out) for each R rows of outputs from row y on, at most Most.
template <int K, int Most, typename Convolve>
EDGEWRIGHT_INLINE void convolvePlanes(const DepthwisePlane& p, const Convolve& convolve) {
    float* out = p.out;
    for (std::int64_t plane = 0; plane < p.planes; ++plane) {
        const float* in = p.in + plane / p.multiplier * p.inHeight * p.inWidth;
        const float* weight = p.weight + plane * K * K;
        const float bias = biasOf(p, plane);
        std::int64_t y = 0;
        const auto rows = [&]<int R>() __attribute__((always_inline)) {
            for (; y + R <= p.outHeight; y += R, out += R * p.outWidth)
                convolve.template operator()<R>(in, weight, bias, y, out);
        };
        if constexpr (Most >= 8) rows.template operator()<8>();
        rows.template operator()<4>();
        rows.template operator()<2>();
        rows.template operator()<1>();
    }
}

// One vector holds a row of outputs and two hold a row of inputs: each tap is a permutation of these two.
constexpr std::int64_t NarrowTaps = 7;

bool narrow(const DepthwisePlane& p) {
    return p.inWidth <= 2 * Lanes && p.outWidth <= Lanes && p.dilationHeight == 1 &&
           p.kernelWidth <= NarrowTaps && (p.kernelHeight == 3 || p.kernelHeight == 5) &&
           p.kernelHeight == p.kernelWidth && (p.strideHeight == 1 || p.strideHeight == 2);
}

struct Permutations {
    Ints index[NarrowTaps]; // input column of each output
    __mmask16 inside[NarrowTaps];
};

template <int K, int SH, int R, bool Two>
EDGEWRIGHT_INLINE void convolveNarrowRows(const DepthwisePlane& p, const Permutations& by, const float* in,
                                          const float* weight, float bias, std::int64_t y, float* out) {
    constexpr int Lines = (R - 1) * SH + K;
    Floats sums[R];
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r)
        sums[r] = splat(bias);
    const std::int64_t top = y * SH - p.padTop;
    const int width = static_cast<int>(p.inWidth);
#pragma GCC unroll 16
    for (int line = 0; line < Lines; ++line) {
        if (top + line < 0 || top + line >= p.inHeight) continue;
        const float* from = in + (top + line) * p.inWidth;
        const Floats left = Two ? load(from) : loadSome(from, width);
        const Floats right = Two ? loadSome(from + Lanes, width - Lanes) : left;
#pragma GCC unroll 8
        for (int kx = 0; kx < K; ++kx) {
            const auto index = reinterpret_cast<__m512i>(by.index[kx]);
            const Floats value = Two ? _mm512_maskz_permutex2var_ps(by.inside[kx], left, index, right)
                                     : _mm512_maskz_permutexvar_ps(by.inside[kx], index, left);
#pragma GCC unroll 8
            for (int r = 0; r < R; ++r) {
                const int ky = line - r * SH;
                if (ky >= 0 && ky < K) sums[r] += value * weight[ky * K + kx];
            }
        }
    }
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r)
        put(out + r * p.outWidth, sums[r], p.outWidth, p.low, p.high);
}

template <int K, int SH, bool Two>
void convolveNarrow(const DepthwisePlane& p) {
    Permutations by;
    Ints lane{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    for (int kx = 0; kx < K; ++kx) {
        const auto offset = static_cast<std::int32_t>(kx * p.dilationWidth - p.padLeft);
        by.index[kx] = lane * static_cast<std::int32_t>(p.strideWidth) + offset;
        by.inside[kx] = _mm512_cmplt_epu32_mask(reinterpret_cast<__m512i>(by.index[kx]),
                                                _mm512_set1_epi32(static_cast<int>(p.inWidth)));
    }
    convolvePlanes<K, 4>(
        p, [&]<int R>(const float* in, const float* weight, float bias, std::int64_t y, float* out)
               __attribute__((always_inline)) {
                   convolveNarrowRows<K, SH, R, Two>(p, by, in, weight, bias, y, out);
               });
}

template <int K, int SH>
void convolveNarrow(const DepthwisePlane& p) {
    p.inWidth > Lanes ? convolveNarrow<K, SH, true>(p) : convolveNarrow<K, SH, false>(p);
}

bool ranNarrow(const DepthwisePlane& p) {
    if (!narrow(p)) return false;
    if (p.kernelHeight == 3)
        p.strideHeight == 1 ? convolveNarrow<3, 1>(p) : convolveNarrow<3, 2>(p);
    else
        p.strideHeight == 1 ? convolveNarrow<5, 1>(p) : convolveNarrow<5, 2>(p);
    return true;
}

// Wider planes: lanes that would be padding are masked.

// The lanes whose column, from `first` on, is one of `width`.
EDGEWRIGHT_INLINE __mmask16 columnsInside(std::int64_t first, std::int64_t width) {
    const std::int64_t behind = width - first;
    if (behind <= 0 || first <= -Lanes) return 0;
    const auto upper = static_cast<std::uint32_t>(behind >= Lanes ? 0xffff : (1 << behind) - 1);
    return static_cast<__mmask16>(first >= 0 ? upper : upper >> -first << -first);
}

// R rows of outputs, which share what they read. At stride 2 a vector of outputs reads every second element of
// two vectors: the first taps the even ones, the second the odd ones.
template <int K, int S, int R>
EDGEWRIGHT_INLINE void convolveWideRows(const DepthwisePlane& p, const float* in, const float* weight,
                                        float bias, std::int64_t y, float* out) {
    constexpr int Lines = (R - 1) * S + K;
    const std::int64_t top = y * S - p.padTop;
    const bool inside = top >= 0 && top + Lines <= p.inHeight;
    // Factors of small filters stay in registers.
    constexpr int Kept = K == 3 ? K : 1;
    Floats all[Kept][K];
    if constexpr (Kept == K)
#pragma GCC unroll 8
        for (int kx = 0; kx < K; ++kx)
#pragma GCC unroll 8
            for (int ky = 0; ky < K; ++ky)
                all[kx][ky] = splat(weight[ky * K + kx]);
    for (std::int64_t x = 0; x < p.outWidth; x += Lanes) {
        Floats sums[R];
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
            sums[r] = splat(bias);
        const std::int64_t column = x * S - p.padLeft;
        // The next rows read and write these.
#pragma GCC unroll 16
        for (int r = 0; r < R * S; ++r)
            __builtin_prefetch(in + (top + Lines + r) * p.inWidth + x * S);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
            __builtin_prefetch(out + (R + r) * p.outWidth + x, 1);
#pragma GCC unroll 4
        for (int kx = 0; kx < K; kx += S) {
            Floats factor[S][K];
#pragma GCC unroll 2
            for (int s = 0; s < S; ++s)
#pragma GCC unroll 8
                for (int ky = 0; ky < K; ++ky)
                    if constexpr (Kept == K)
                        factor[s][ky] = kx + s < K ? all[kx + s][ky] : Floats{};
                    else
                        factor[s][ky] = splat(kx + s < K ? weight[ky * K + kx + s] : 0.0f);
            __mmask16 mask[S];
#pragma GCC unroll 2
            for (int s = 0; s < S; ++s)
                mask[s] = columnsInside(column + kx + s * Lanes, p.inWidth);
            const float* from = in + top * p.inWidth + column + kx;
#pragma GCC unroll 16
            for (int line = 0; line < Lines; ++line, from += p.inWidth) {
                if (!inside && (top + line < 0 || top + line >= p.inHeight)) continue;
                Floats value[S];
                value[0] = _mm512_maskz_loadu_ps(mask[0], from);
                if constexpr (S == 2) {
                    const Floats second = _mm512_maskz_loadu_ps(mask[1], from + Lanes);
                    value[1] = odds(value[0], second);
                    value[0] = evens(value[0], second);
                }
#pragma GCC unroll 2
                for (int s = 0; s < S; ++s)
#pragma GCC unroll 8
                    for (int r = 0; r < R; ++r) {
                        const int ky = line - r * S;
                        if (ky >= 0 && ky < K && kx + s < K) sums[r] = fused(value[s], factor[s][ky], sums[r]);
                    }
            }
        }
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
            put(out + r * p.outWidth + x, sums[r], p.outWidth - x, p.low, p.high);
    }
}

template <int K, int S>
void convolveWide(const DepthwisePlane& p) {
    convolvePlanes<K, S == 1 ? 8 : 4>(
        p, [&]<int R>(const float* in, const float* weight, float bias, std::int64_t y, float* out)
               __attribute__((always_inline)) { convolveWideRows<K, S, R>(p, in, weight, bias, y, out); });
}

bool ranWide(const DepthwisePlane& p) {
    if (p.dilationHeight != 1 || p.dilationWidth != 1 || p.kernelHeight != p.kernelWidth ||
        p.strideHeight != p.strideWidth || p.strideWidth > 2 || p.outWidth <= Lanes / 2)
        return false;
    const bool one = p.strideWidth == 1;
    if (p.kernelWidth == 3)
        one ? convolveWide<3, 1>(p) : convolveWide<3, 2>(p);
    else if (p.kernelWidth == 5)
        one ? convolveWide<5, 1>(p) : convolveWide<5, 2>(p);
    else if (p.kernelWidth == 7)
        one ? convolveWide<7, 1>(p) : convolveWide<7, 2>(p);
    else
        return false;
    return true;
}

} // namespace

bool ranMasked(const DepthwisePlane& p) { return ranNarrow(p) || ranWide(p); }

#else
bool ranMasked(const DepthwisePlane&) { return false; }
#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
