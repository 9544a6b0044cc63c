// SPDX-License-Identifier: GPL-3.0-or-later
// Lanes are neighbouring tiles of a row. Along the columns both transforms go over rows as they lie in memory;
// along the rows, elements that are 4 apart are brought together by shuffles.
#include "core/kernels/winograd.h"

#include "core/kernels/gemm_tiles.h"
#include "core/kernels/isa/narrow.h"
#include "core/kernels/isa/padded_row.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

extern const GemmTiles* const gemmTiles[GemmTileCount];

namespace {

constexpr int In = WinogradInputs, Out = WinogradOutputs;
constexpr double A = WinogradNear, B = WinogradFar;
constexpr double P = A * A, Q = B * B;

// B^T d.
template <int L>
EDGEWRIGHT_INLINE void transformed(const Narrow<L> (&d)[In], Narrow<L> (&to)[In]) {
    const auto times = [](double factor, Narrow<L> x, Narrow<L> y) {
        return fusedNarrow<L>(splatNarrow<L>(static_cast<float>(factor)), x, y);
    };
    to[0] = times(-(P + Q), d[2], times(P * Q, d[0], d[4]));
    const Narrow<L> evenNear = times(-Q, d[2], d[4]), oddNear = times(-Q, d[1], d[3]);
    to[1] = times(A, oddNear, evenNear);
    to[2] = times(-A, oddNear, evenNear);
    const Narrow<L> evenFar = times(-P, d[2], d[4]), oddFar = times(-P, d[1], d[3]);
    to[3] = times(B, oddFar, evenFar);
    to[4] = times(-B, oddFar, evenFar);
    to[5] = times(-(P + Q), d[3], times(P * Q, d[1], d[5]));
}

// A^T m.
template <int L>
EDGEWRIGHT_INLINE void inverse(const Narrow<L> (&m)[In], Narrow<L> (&to)[Out]) {
    const auto factor = [](double value) { return splatNarrow<L>(static_cast<float>(value)); };
    const Narrow<L> sumNear = m[1] + m[2], differenceNear = m[1] - m[2];
    const Narrow<L> sumFar = m[3] + m[4], differenceFar = m[3] - m[4];
    to[0] = (m[0] + sumNear) + sumFar;
    to[1] = fusedNarrow<L>(factor(B), differenceFar, differenceNear * factor(A));
    to[2] = fusedNarrow<L>(factor(Q), sumFar, sumNear * factor(P));
    to[3] = fusedNarrow<L>(factor(B * Q), differenceFar, fusedNarrow<L>(factor(A * P), differenceNear, m[5]));
}

struct Layout {
    std::int64_t pitch; // of a padded row
    std::int64_t rows;  // padded rows
};
Layout layOut(const WinogradRows& rows) {
    return {roundedUp(rows.across() * Out + In - Out, Lanes), rows.count * Out + In - Out};
}

std::int64_t scratchFloats(const WinogradRows& rows) {
    const Layout layout = layOut(rows);
    return (layout.rows + In) * layout.pitch + (Out + 2) * Lanes;
}

// The input under the rows of tiles, with zeros around it.
void copyPadded(const WinogradRows& rows, const Layout& layout, const float* plane, float* to) {
    const std::int64_t left = lesserOf(rows.padLeft, layout.pitch);
    const std::int64_t count = lesserOf(rows.inWidth, layout.pitch - left);
    std::int64_t y = rows.top + rows.first * Out * rows.step;
    for (std::int64_t i = 0; i < layout.rows; ++i, y += rows.step, to += layout.pitch) {
        if (y < 0 || y >= rows.inHeight) {
            fill(to, to + layout.pitch, Floats{});
            continue;
        }
        const float* from = plane + y * rows.inWidth;
        fill(to, to + left, Floats{});
        std::int64_t x = 0;
        for (; x + Lanes <= count; x += Lanes)
            store(to + left + x, load(from + x));
        const int rest = static_cast<int>(count - x);
        if (rest > 0) storeSome(to + left + x, loadSome(from + x, rest), rest);
        fill(to + left + count, to + layout.pitch, Floats{});
    }
}

// The columns of one row of tiles: 6 rows of `pitch` floats to as many.
void transformColumns(const float* from, std::int64_t pitch, float* to) {
    for (std::int64_t x = 0; x < pitch; x += Lanes) {
        Floats d[In], t[In];
#pragma GCC unroll 6
        for (int i = 0; i < In; ++i)
            d[i] = load(from + i * pitch + x);
        transformed<Lanes>(d, t);
#pragma GCC unroll 6
        for (int i = 0; i < In; ++i)
            store(to + i * pitch + x, t[i]);
    }
}

// The rows of L neighbouring tiles, of which `count` are kept where `some`.
template <int L>
EDGEWRIGHT_INLINE void transformRows(const float* from, std::int64_t pitch, float* to, std::int64_t element,
                                     bool some, int count) {
    using All = typename VectorOf<L>::All;
    for (int i = 0; i < In; ++i, from += pitch, to += In * element) {
        Narrow<L> natural[Out], d[In], t[In];
#pragma GCC unroll 4
        for (int v = 0; v < Out; ++v)
            natural[v] = loadNarrow<L>(from + v * L);
        const Narrow<L> next = loadNarrow<L>(from + Out * L);
        const Narrow<L> even0 = evensOf<L>(natural[0], natural[1], All()),
                        odd0 = oddsOf<L>(natural[0], natural[1], All());
        const Narrow<L> even1 = evensOf<L>(natural[2], natural[3], All()),
                        odd1 = oddsOf<L>(natural[2], natural[3], All());
        d[0] = evensOf<L>(even0, even1, All());
        d[1] = evensOf<L>(odd0, odd1, All());
        d[2] = oddsOf<L>(even0, even1, All());
        d[3] = oddsOf<L>(odd0, odd1, All());
        d[4] = followedBy<L, 0>(d[0], next, All());
        d[5] = followedBy<L, 1>(d[1], next, All());
        transformed<L>(d, t);
#pragma GCC unroll 6
        for (int j = 0; j < In; ++j)
            if (some)
                storeSomeNarrow<L>(to + j * element, t[j], count);
            else
                storeNarrow<L>(to + j * element, t[j]);
    }
}

// Calls the first function for as many lanes as `count` tiles need.
#if defined(__AVX512F__)
#define EDGEWRIGHT_BY_LANES(count, function, ...)                                                              \
    ((count) > 8   ? function<16>(__VA_ARGS__)                                                                 \
     : (count) > 4 ? function<8>(__VA_ARGS__)                                                                  \
                   : function<4>(__VA_ARGS__))
#elif defined(__AVX2__)
#define EDGEWRIGHT_BY_LANES(count, function, ...)                                                              \
    ((count) > 4 ? function<8>(__VA_ARGS__) : function<4>(__VA_ARGS__))
#else
#define EDGEWRIGHT_BY_LANES(count, function, ...) (function<4>(__VA_ARGS__))
#endif

template <int L>
void transformRowsOf(const float* from, std::int64_t pitch, float* to, std::int64_t element, std::int64_t room,
                     int count) {
    // What is behind the tiles is written over by those that follow, but not in another channel.
    if (room < L)
        transformRows<L>(from, pitch, to, element, true, count);
    else
        transformRows<L>(from, pitch, to, element, false, count);
}

void transformInput(const WinogradRows& rows, const float* plane, float* to, std::int64_t panel,
                    std::int64_t element, float* scratch) {
    const Layout layout = layOut(rows);
    const std::int64_t across = rows.across(), columns = gemmTiles[0]->columns;
    copyPadded(rows, layout, plane, scratch);
    float* const transposable = scratch + layout.rows * layout.pitch;
    std::int64_t column = 0; // of the panel
    for (std::int64_t row = 0; row < rows.count; ++row) {
        transformColumns(scratch + row * Out * layout.pitch, layout.pitch, transposable);
        for (std::int64_t tile = 0; tile < across;) {
            const std::int64_t room = columns - column;
            const auto count = static_cast<int>(lesserOf(Lanes, lesserOf(across - tile, room)));
            EDGEWRIGHT_BY_LANES(count, transformRowsOf, transposable + tile * Out, layout.pitch, to + column,
                                element, room, count);
            tile += count;
            column += count;
            if (column < columns) continue;
            column = 0;
            to += panel;
        }
    }
}

struct OutputTiles {
    const float* from;
    std::int64_t element;
    float bias, low, high;
    float* to;
    std::int64_t pitch; // from one row of outputs to the next
    int rows, columns;  // of outputs
};

template <int L>
void inverseTiles(const OutputTiles& tiles) {
    using All = typename VectorOf<L>::All;
    Narrow<L> half[Out][In];
#pragma GCC unroll 6
    for (int j = 0; j < In; ++j) {
        Narrow<L> m[In], t[Out];
#pragma GCC unroll 6
        for (int i = 0; i < In; ++i)
            m[i] = loadNarrow<L>(tiles.from + (i * In + j) * tiles.element);
        inverse<L>(m, t);
#pragma GCC unroll 4
        for (int i = 0; i < Out; ++i)
            half[i][j] = t[i];
    }
    const Narrow<L> bias = splatNarrow<L>(tiles.bias);
    const Narrow<L> low = splatNarrow<L>(tiles.low), high = splatNarrow<L>(tiles.high);
#pragma GCC unroll 4
    for (int i = 0; i < Out; ++i) {
        if (i == tiles.rows) break;
        Narrow<L> y[Out];
        inverse<L>(half[i], y);
#pragma GCC unroll 4
        for (int j = 0; j < Out; ++j) {
            y[j] += bias;
            y[j] = y[j] < low ? low : y[j];
            y[j] = y[j] > high ? high : y[j];
        }
        const Narrow<L> even0 = zipFirst<L>(y[0], y[2], All()), odd0 = zipFirst<L>(y[1], y[3], All());
        const Narrow<L> even1 = zipLast<L>(y[0], y[2], All()), odd1 = zipLast<L>(y[1], y[3], All());
        const Narrow<L> natural[Out] = {zipFirst<L>(even0, odd0, All()), zipLast<L>(even0, odd0, All()),
                                        zipFirst<L>(even1, odd1, All()), zipLast<L>(even1, odd1, All())};
        float* to = tiles.to + i * tiles.pitch;
        int left = tiles.columns;
#pragma GCC unroll 4
        for (int v = 0; v < Out; ++v, left -= L, to += L) {
            if (left >= L)
                storeNarrow<L>(to, natural[v]);
            else if (left > 0)
                storeSomeNarrow<L>(to, natural[v], left);
        }
    }
}

void transformOutput(const WinogradRows& rows, const float* from, std::int64_t element, float bias, float low,
                     float high, float* plane) {
    const std::int64_t across = rows.across();
    OutputTiles tiles{from, element, bias, low, high, nullptr, rows.outWidth * rows.step, 0, 0};
    for (std::int64_t row = rows.first; row < rows.first + rows.count; ++row) {
        tiles.rows = static_cast<int>(lesserOf(Out, rows.outHeight - row * Out));
        for (std::int64_t tile = 0; tile < across; tile += Lanes) {
            const auto count = static_cast<int>(lesserOf(Lanes, across - tile));
            tiles.to = plane + row * Out * tiles.pitch + tile * Out;
            tiles.columns = static_cast<int>(lesserOf(Out * Lanes, rows.outWidth - tile * Out));
            EDGEWRIGHT_BY_LANES(count, inverseTiles, tiles);
            tiles.from += count;
        }
    }
}

#undef EDGEWRIGHT_BY_LANES

} // namespace

extern const WinogradKernels winogradKernels{scratchFloats, transformInput, transformOutput};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
