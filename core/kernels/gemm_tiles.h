// SPDX-License-Identifier: GPL-3.0-or-later
// The matrix product in tiles that stay in registers (after Goto and van de Geijn, "Anatomy of high-performance
// matrix multiplication", ACM TOMS 34(3), 2008).
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// A stretch of consecutive columns: where they come from, where in the panel they go.
struct Segment {
    std::int64_t from; // element offset into the source plane
    std::int32_t to;   // column of the panel
    std::int32_t count;
};

// The input that one tap of a convolution's kernel reads for the columns of one panel; columns of no segment
// are zero.
struct TapColumns {
    const Segment* segments;
    std::int32_t count;
    bool partial; // whether there are such columns
};

// One block of C from packed panels: C = clamp(bias + A B), or C = clamp(C + A B).
struct GemmBlock {
    const float* a; // panels of `rows` rows: for each k the panel's rows; see packRows
    // 0, or: A is not packed, and element (i, k) is a[i * aStride + k]. aPanel is `rows` of these then.
    std::int64_t aStride;
    const float* b;      // panels of `columns` columns: for each k the panel's columns; see packColumns
    std::int64_t aPanel; // floats from one panel of A to the next
    std::int64_t bPanel;
    std::int64_t m, n, k;
    float* c; // row-major
    std::int64_t cStride;
    bool add;                // to what C holds
    const float* rowBias;    // [m] or null
    const float* columnBias; // [n] or null
    float low, high;         // bounds of C, infinite for none; NaN passes
};

inline constexpr int GemmTileCount = 3; // of each instruction set

struct GemmTiles {
    int rows;    // of a panel of A
    int columns; // of a panel of B, a multiple of the vector length
    // Writes ceil(m / rows) panels of k * rows floats; rows beyond m are zero. Element (i, j) of A is
    // a[i * stride + j], or a[j * stride + i] when transposed.
    void (*packRows)(const float* a, std::int64_t stride, bool transposed, std::int64_t m, std::int64_t k,
                     float* to);
    // Writes ceil(n / columns) panels of k * columns floats, `panel` floats apart; columns beyond n are zero.
    void (*packColumns)(const float* b, std::int64_t stride, bool transposed, std::int64_t k, std::int64_t n,
                        float* to, std::int64_t panel);
    // One panel of B gathered from planes that lie `plane` floats apart: for each channel a row for each tap.
    // The panel is followed by a writable vector.
    void (*packTaps)(const float* source, std::int64_t channels, std::int64_t plane, const TapColumns* taps,
                     std::int64_t tapCount, float* to);
    void (*block)(const GemmBlock& block);
    // y[i] = sum over j of a[i * stride + j] * x[j].
    void (*rowsTimesVector)(const float* a, std::int64_t stride, std::int64_t m, std::int64_t k, const float* x,
                            float* y);
    // y[j] = sum over i of x[i] * b[i * stride + j].
    void (*vectorTimesColumns)(const float* x, const float* b, std::int64_t stride, std::int64_t k,
                               std::int64_t n, float* y);
};

} // namespace edgewright::kernels
