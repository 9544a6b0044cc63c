// SPDX-License-Identifier: GPL-3.0-or-later
// Strips of the input are copied into padded rows that stay in the first cache; then several rows of outputs at
// once are summed in registers, sharing what they read. While one strip is convolved the next one is already
// copied: what was just written is not read at once. Where the instruction set masks loads nothing is copied
// for the most frequent shapes.
#include "core/kernels/depthwise.h"

#include "core/kernels/isa/depthwise_masked.h"
#include "core/kernels/isa/padded_row.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

constexpr std::int64_t StripFloats = 4096; // two strips are about half of a first-level cache
constexpr int Together = 4;                // rows of outputs

struct Layout {
    PaddedRow row;
    std::int64_t rowPitch;
    std::int64_t reach;      // rows of the input under one window
    std::int64_t stripRows;  // of outputs, a multiple of Together unless it is all
    std::int64_t paddedRows; // of a strip
    bool flat;               // rows follow each other without gaps and are convolved as one long row
    std::int64_t flatOutputs;
};

// False when there is nothing to gain or too much to copy.
bool layOut(const DepthwisePlane& p, Layout& to) {
    if (!layOut(to.row, p.inWidth, p.outWidth, p.kernelWidth, p.strideWidth, p.dilationWidth, p.padLeft))
        return false;
    to.reach = (p.kernelHeight - 1) * p.dilationHeight + 1;
    if (to.reach > PaddedRow::MaxFloats || p.strideHeight > PaddedRow::MaxFloats) return false;
    to.flat = p.strideWidth == 1 && p.strideHeight == 1 && 2 * p.outWidth <= Lanes && p.outHeight > 1 &&
              p.outHeight <= 4 * Lanes;
    if (to.flat) to.row.linePitch = p.outWidth + (p.kernelWidth - 1) * p.dilationWidth;
    to.rowPitch = to.row.lines * to.row.linePitch;
    const std::int64_t fitting = (StripFloats / to.rowPitch - to.reach) / p.strideHeight + 1;
    to.stripRows = fitting < Together ? Together : fitting / Together * Together;
    if (to.flat || to.stripRows > p.outHeight) to.stripRows = p.outHeight;
    to.paddedRows = (to.stripRows - 1) * p.strideHeight + to.reach;
    to.flatOutputs = to.flat ? (p.outHeight - 1) * to.rowPitch + p.outWidth : 0;
    return to.paddedRows <= PaddedRow::MaxFloats / to.rowPitch;
}

// Padded rows and a vector's length behind them.
std::int64_t stripFloats(const Layout& layout) {
    return roundedUp(layout.paddedRows * layout.rowPitch, Lanes) + Lanes;
}

std::int64_t scratchFloats(const DepthwisePlane& p) {
    Layout layout;
    return layOut(p, layout) ? 2 * stripFloats(layout) + roundedUp(layout.flatOutputs, Lanes) : -1;
}

// Some rows of outputs of one plane.
struct Strip {
    std::int64_t plane, first, last;
};

// The padded rows under a strip; their padding is written already.
void fillStrip(const DepthwisePlane& p, const Layout& layout, const Strip& strip, float* to) {
    const float* plane = p.in + strip.plane / p.multiplier * p.inHeight * p.inWidth;
    const std::int64_t count = (strip.last - strip.first - 1) * p.strideHeight + layout.reach;
    std::int64_t y = strip.first * p.strideHeight - p.padTop;
    for (std::int64_t i = 0; i < count; ++i, ++y, to += layout.rowPitch) {
        if (y < 0 || y >= p.inHeight)
            fill(to, to + layout.rowPitch, Floats{});
        else
            fillInput(layout.row, to, [line = plane + y * p.inWidth](std::int64_t x, int columns) {
                return columns == Lanes ? load(line + x) : loadSome(line + x, columns);
            });
    }
}

// Some rows of outputs and where they find their inputs.
struct Rows {
    const float* in; // the padded row under the first tap of the first output row
    std::int64_t rowPitch;
    std::int64_t strideHeight, dilationHeight;
    std::int64_t kernelHeight, kernelWidth;
    const std::int64_t* column; // of each tap of a row: floats from the start of the padded row
    const float* weight;
    float* out;
    std::int64_t outWidth;
    float bias, low, high;
};

// R rows of outputs. KH x KW is the filter; KW = 0 for any width. The R rows share what they read.
template <int KH, int KW, int SH, int R>
void convolveRows(const Rows& rows) {
    constexpr int Lines = (R - 1) * SH + KH;
    const int kernelWidth = KW > 0 ? KW : static_cast<int>(rows.kernelWidth);
    Floats weight[KH * (KW > 0 ? KW : 1)];
    if constexpr (KW > 0)
        for (int i = 0; i < KH * KW; ++i)
            weight[i] = splat(rows.weight[i]);
    for (std::int64_t x = 0; x < rows.outWidth; x += Lanes) {
        Floats sums[R];
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
            sums[r] = splat(rows.bias);
#pragma GCC unroll 3
        for (int kx = 0; kx < kernelWidth; ++kx) {
            const float* from = rows.in + rows.column[kx] + x;
            if constexpr (KW == 0)
                for (int ky = 0; ky < KH; ++ky)
                    weight[ky] = splat(rows.weight[ky * kernelWidth + kx]);
#pragma GCC unroll 16
            for (int line = 0; line < Lines; ++line) {
                const Floats value = load(from + line * rows.rowPitch);
#pragma GCC unroll 8
                for (int r = 0; r < R; ++r) {
                    const int ky = line - r * SH;
                    if (ky >= 0 && ky < KH) sums[r] += value * weight[KW > 0 ? ky * KW + kx : ky];
                }
            }
        }
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
            put(rows.out + r * rows.outWidth + x, sums[r], rows.outWidth - x, rows.low, rows.high);
    }
}

// Any filter.
template <int R>
void convolveAnyRows(const Rows& rows) {
    for (std::int64_t x = 0; x < rows.outWidth; x += Lanes) {
        Floats sums[R];
        for (int r = 0; r < R; ++r)
            sums[r] = splat(rows.bias);
        const float* weight = rows.weight;
        for (std::int64_t ky = 0; ky < rows.kernelHeight; ++ky) {
            const float* line = rows.in + ky * rows.dilationHeight * rows.rowPitch + x;
            for (std::int64_t kx = 0; kx < rows.kernelWidth; ++kx, ++weight)
#pragma GCC unroll 8
                for (int r = 0; r < R; ++r)
                    sums[r] += load(line + rows.column[kx] + r * rows.strideHeight * rows.rowPitch) * *weight;
        }
        for (int r = 0; r < R; ++r)
            put(rows.out + r * rows.outWidth + x, sums[r], rows.outWidth - x, rows.low, rows.high);
    }
}

using RowFunction = void (*)(const Rows&);
template <int KH, int KW, int SH>
constexpr RowFunction fixedRows[Together] = {convolveRows<KH, KW, SH, 1>, convolveRows<KH, KW, SH, 2>,
                                             convolveRows<KH, KW, SH, 3>, convolveRows<KH, KW, SH, 4>};
constexpr RowFunction anyRows[Together] = {convolveAnyRows<1>, convolveAnyRows<2>, convolveAnyRows<3>,
                                           convolveAnyRows<4>};

// By how many rows there are left, less one.
const RowFunction* rowFunctions(const DepthwisePlane& p) {
    if (p.dilationHeight != 1 || p.strideHeight > 2) return anyRows;
    const bool two = p.strideHeight == 2;
    if (p.kernelHeight == 3 && p.kernelWidth == 3) return two ? fixedRows<3, 3, 2> : fixedRows<3, 3, 1>;
    if (p.kernelHeight == 3) return two ? fixedRows<3, 0, 2> : fixedRows<3, 0, 1>;
    if (p.kernelHeight == 5) return two ? fixedRows<5, 0, 2> : fixedRows<5, 0, 1>;
    if (p.kernelHeight == 7) return two ? fixedRows<7, 0, 2> : fixedRows<7, 0, 1>;
    return anyRows;
}

void runFlat(const DepthwisePlane& p, const Layout& layout, Rows& rows, RowFunction function) {
    float* const outputs = p.scratch + 2 * stripFloats(layout);
    float* to = rows.out;
    rows.out = outputs;
    rows.outWidth = layout.flatOutputs;
    function(rows);
    const int count = static_cast<int>(p.outWidth);
    for (std::int64_t y = 0; y < p.outHeight; ++y, to += p.outWidth)
        storeSome(to, loadSome(outputs + y * layout.rowPitch, count), count);
}

void convolveStrip(const DepthwisePlane& p, const Layout& layout, const Strip& strip, const float* in,
                   const RowFunction* functions) {
    Rows rows{.in = in,
              .rowPitch = layout.rowPitch,
              .strideHeight = p.strideHeight,
              .dilationHeight = p.dilationHeight,
              .kernelHeight = p.kernelHeight,
              .kernelWidth = p.kernelWidth,
              .column = layout.row.column,
              .weight = p.weight + strip.plane * p.kernelHeight * p.kernelWidth,
              .out = p.out + (strip.plane * p.outHeight + strip.first) * p.outWidth,
              .outWidth = p.outWidth,
              .bias = biasOf(p, strip.plane),
              .low = p.low,
              .high = p.high};
    if (layout.flat) return runFlat(p, layout, rows, functions[0]);
    for (std::int64_t y = strip.first; y < strip.last; y += Together) {
        functions[lesserOf(Together, strip.last - y) - 1](rows);
        rows.in += Together * p.strideHeight * layout.rowPitch;
        rows.out += Together * p.outWidth;
    }
}

void run(const DepthwisePlane& p) {
    if (p.planes < 1 || ranNarrow(p) || ranWide(p)) return;
    Layout layout;
    if (!layOut(p, layout)) return;
    const RowFunction* functions = rowFunctions(p);
    float* const buffers[2] = {p.scratch, p.scratch + stripFloats(layout)};
    const bool one = p.planes == 1 && layout.stripRows == p.outHeight;
    for (int i = 0; i < (one ? 1 : 2); ++i) {
        fillPadding(layout.row, buffers[i], layout.paddedRows, layout.rowPitch, Floats{});
        // Vectors at the end of the last row reach behind it.
        float* const end = buffers[i] + layout.paddedRows * layout.rowPitch;
        fill(end, end + Lanes, Floats{});
    }
    Strip strip{0, 0, lesserOf(layout.stripRows, p.outHeight)};
    fillStrip(p, layout, strip, buffers[0]);
    for (int turn = 0; strip.plane < p.planes; turn = 1 - turn) {
        Strip next{strip.plane, strip.last, lesserOf(strip.last + layout.stripRows, p.outHeight)};
        if (strip.last == p.outHeight) next = {strip.plane + 1, 0, lesserOf(layout.stripRows, p.outHeight)};
        if (next.plane < p.planes) fillStrip(p, layout, next, buffers[1 - turn]);
        convolveStrip(p, layout, strip, buffers[turn], functions);
        strip = next;
    }
}

} // namespace

extern const DepthwiseKernels depthwiseKernels{scratchFloats, run};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
