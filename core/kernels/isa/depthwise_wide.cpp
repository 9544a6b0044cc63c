// SPDX-License-Identifier: GPL-3.0-or-later
// Each vector of a row of inputs is read once: the taps beside it are shifted in from its neighbours.
#include "core/kernels/isa/depthwise_masked.h"

#include "core/kernels/isa/padded_row.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

#if defined(__AVX512F__)

namespace {

// Lane i is lane i + N of `low`, or of `high` behind its last.
template <int N>
EDGEWRIGHT_INLINE Floats shifted(Floats high, Floats low) {
    if constexpr (N == 0) return low;
    return reinterpret_cast<Floats>(
        _mm512_alignr_epi32(reinterpret_cast<__m512i>(high), reinterpret_cast<__m512i>(low), N));
}

constexpr int Halo = 4; // inputs that are read beside a vector
EDGEWRIGHT_INLINE Floats halo(const float* from) { return _mm512_broadcast_f32x4(_mm_loadu_ps(from)); }

// The lanes whose column, from `first` on, is one of `width`.
EDGEWRIGHT_INLINE __mmask16 columnsInside(std::int64_t first, std::int64_t width) {
    const std::int64_t inside = lesserOf(width - first, Lanes);
    return firstLanes(inside > 0 ? static_cast<int>(inside) : 0);
}

// Outputs of Lanes columns from the column `first` of the inputs on.
struct Columns {
    bool hasBefore; // there are inputs before the first
    __mmask16 inputs[3];
    __mmask16 outputs;
};

// S = 1: inputs of the taps of a row, P of them before the output's column.
template <int K, int P, bool Edge>
EDGEWRIGHT_INLINE void readTaps(const float* from, const Columns& columns, Floats (&value)[K]) {
    static_assert(P <= Halo && K - 1 - P <= Halo);
    Floats before{};
    if constexpr (P > 0)
        if (!Edge || columns.hasBefore) before = halo(from - Halo);
    const Floats middle = Edge ? Floats(_mm512_maskz_loadu_ps(columns.inputs[0], from)) : load(from);
    const Floats behind =
        Edge ? Floats(_mm512_maskz_loadu_ps(columns.inputs[1], from + Lanes)) : halo(from + Lanes);
    const auto read = [&]<int k>() __attribute__((always_inline)) {
        if constexpr (k < P)
            value[k] = shifted<Lanes + k - P>(middle, before);
        else if constexpr (k < K)
            value[k] = shifted<k - P>(behind, middle);
    };
    read.template operator()<0>(), read.template operator()<1>(), read.template operator()<2>();
    read.template operator()<3>(), read.template operator()<4>(), read.template operator()<5>();
    read.template operator()<6>();
}

// S = 2: the same of even and odd columns.
template <int K, int P, bool Edge>
EDGEWRIGHT_INLINE void readTapsByTwo(const float* from, const Columns& columns, Floats (&value)[K]) {
    static_assert(P <= 2 && K - 1 - P <= 3);
    const Floats low = Edge ? Floats(_mm512_maskz_loadu_ps(columns.inputs[0], from)) : load(from);
    const Floats high =
        Edge ? Floats(_mm512_maskz_loadu_ps(columns.inputs[1], from + Lanes)) : load(from + Lanes);
    const Floats part[2] = {evens(low, high), odds(low, high)};
    const bool hasBefore = !Edge || columns.hasBefore;
    const auto read = [&]<int k>() __attribute__((always_inline)) {
        if constexpr (k < K) {
            constexpr int tap = k - P;
            constexpr int parity = tap & 1;
            if constexpr (tap < 0)
                value[k] = shifted<Lanes - 1>(part[parity], splat(hasBefore ? from[tap] : 0.0f));
            else if constexpr (tap < 2)
                value[k] = part[parity];
            else
                value[k] = shifted<1>(
                    splat(!Edge || columns.inputs[2] >> parity & 1 ? from[2 * Lanes + parity] : 0.0f),
                    part[parity]);
        }
    };
    read.template operator()<0>(), read.template operator()<1>(), read.template operator()<2>();
    read.template operator()<3>(), read.template operator()<4>();
}

struct Shape {
    std::int64_t inHeight, inWidth, outWidth;
    Floats low, high;
};

// A filter of K x K at stride S, P taps of a row before the output.
template <int K, int S, int P>
struct Wide {
    // R rows of outputs in the columns from x on; `top` is the first row of inputs. Inside: all rows of inputs
    // are in the plane. Edge: not all columns are.
    template <int R, bool Inside, bool Edge>
    EDGEWRIGHT_TILE void convolveTile(const Shape& shape, const float* in, std::int64_t top, std::int64_t x,
                                        const Factors<K>& factors, Floats bias, float* out) {
        constexpr int Lines = (R - 1) * S + K;
        const std::int64_t inWidth = opaque(shape.inWidth), outWidth = opaque(shape.outWidth);
        const Floats low = shape.low, high = shape.high;
        const std::int64_t column = x * S, inHeight = shape.inHeight;
        Floats sums[R];
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
            sums[r] = bias;
        Columns columns;
        if constexpr (Edge)
            columns = {column > 0,
                       {columnsInside(column, inWidth), columnsInside(column + Lanes, inWidth),
                        columnsInside(column + S * Lanes, inWidth)},
                       columnsInside(x, outWidth)};
        top = opaque(top);
        const float* from = opaque(in) + top * inWidth + column;
        out = opaque(out) + x;
        // The next rows read and write these.
#pragma GCC unroll 16
        for (int r = 0; r < R * S; ++r)
            __builtin_prefetch(from + (Lines + r) * inWidth);
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
            __builtin_prefetch(out + (R + r) * outWidth, 1);
#pragma GCC unroll 16
        for (int line = 0; line < Lines; ++line, from += inWidth) {
            if (!Inside && (top + line < 0 || top + line >= inHeight)) continue;
            Floats value[K];
            if constexpr (S == 1)
                readTaps<K, P, Edge>(from, columns, value);
            else
                readTapsByTwo<K, P, Edge>(from, columns, value);
#pragma GCC unroll 8
            for (int kx = 0; kx < K; ++kx)
#pragma GCC unroll 8
                for (int r = 0; r < R; ++r) {
                    const int ky = line - r * S;
                    if (ky >= 0 && ky < K) sums[r] = fused(value[kx], factors.at(ky, kx), sums[r]);
                }
        }
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r, out += outWidth) {
            const Floats value = lesser(high, greater(low, sums[r]));
            if (Edge && columns.outputs != 0xffff)
                _mm512_mask_storeu_ps(out, columns.outputs, value);
            else
                store(out, value);
        }
    }

    template <int R, bool Inside>
    EDGEWRIGHT_INLINE void convolveRows(const Shape& shape, const float* in, std::int64_t top,
                                        const float* weight, float bias, float* out) {
        const Factors<K> factors = Factors<K>::of(weight);
        const Floats biases = splat(bias);
        convolveTile<R, Inside, true>(shape, in, top, 0, factors, biases, out);
        std::int64_t x = Lanes;
        for (; x + Lanes <= shape.outWidth && (x + Lanes) * S + Halo <= shape.inWidth; x += Lanes)
            convolveTile<R, Inside, false>(shape, in, top, x, factors, biases, out);
        for (; x < shape.outWidth; x += Lanes)
            convolveTile<R, Inside, true>(shape, in, top, x, factors, biases, out);
    }

    static void run(const DepthwisePlane& p) {
        const Shape shape{p.inHeight, p.inWidth, p.outWidth, splat(p.low), splat(p.high)};
        const auto rows = [&]<int R>(const float* in, const float* weight, float bias, std::int64_t y,
                                     float* out) __attribute__((always_inline)) {
            const std::int64_t top = y * S - p.padTop;
            if (top >= 0 && top + (R - 1) * S + K <= p.inHeight)
                convolveRows<R, true>(shape, in, top, weight, bias, out);
            else
                convolveRows<R, false>(shape, in, top, weight, bias, out);
        };
        if constexpr (S == 1)
            convolvePlanes<8, 4, 2, 1>(p, rows);
        else
            convolvePlanes<4, 2, 1>(p, rows);
    }
};

using Run = void (*)(const DepthwisePlane&);

// Null where no function is for this.
Run functionFor(const DepthwisePlane& p) {
    const std::int64_t pad = p.padLeft;
    const bool one = p.strideWidth == 1;
    switch (p.kernelWidth) {
    case 3:
        if (pad == 1) return one ? Wide<3, 1, 1>::run : Wide<3, 2, 1>::run;
        if (pad == 0) return one ? Wide<3, 1, 0>::run : Wide<3, 2, 0>::run;
        return nullptr;
    case 5:
        if (pad == 2) return one ? Wide<5, 1, 2>::run : Wide<5, 2, 2>::run;
        if (pad == 1 && !one) return Wide<5, 2, 1>::run;
        return pad == 0 && one ? Wide<5, 1, 0>::run : nullptr;
    case 7:
        return pad == 3 && one ? Wide<7, 1, 3>::run : nullptr;
    default:
        return nullptr;
    }
}

} // namespace

bool ranWide(const DepthwisePlane& p) {
    if (p.dilationHeight != 1 || p.dilationWidth != 1 || p.kernelHeight != p.kernelWidth ||
        p.strideHeight != p.strideWidth || p.strideWidth > 2 || p.outWidth <= Lanes / 2 ||
        (p.outWidth - 1) * p.strideWidth >= p.inWidth)
        return false;
    const Run run = functionFor(p);
    if (run) run(p);
    return run;
}

#else
bool ranWide(const DepthwisePlane&) { return false; }
#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
