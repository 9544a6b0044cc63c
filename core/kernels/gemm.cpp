// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/gemm.h"

#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"

#include <algorithm>

namespace edgewright::kernels {

namespace {

constexpr std::int64_t BlockK = 320;            // rows of B in work
constexpr std::int64_t BlockFloats = 96 * 1024; // of B in work
constexpr std::int64_t Line = 16;               // floats of a cache line

std::int64_t roundUp(std::int64_t value, std::int64_t to) { return (value + to - 1) / to * to; }

// Cut evenly into pieces of at most `limit`, each a multiple of `unit`.
std::int64_t evenly(std::int64_t total, std::int64_t limit, std::int64_t unit) {
    const std::int64_t pieces = ceilDivide(total, std::max(limit, unit));
    return roundUp(ceilDivide(total, pieces), unit);
}

// Products in which the result is one row or one column need no packing: they read each matrix element once.
enum class Form { Tiles, RowsOfA, RowsOfB, ColumnsOfB };
Form formOf(const Gemm& g) {
    if (g.add) return Form::Tiles;
    if (g.n == 1 && !g.a.transposed && (g.b.transposed || g.b.stride == 1)) return Form::RowsOfA;
    if (g.m != 1 || (g.a.transposed && g.a.stride != 1)) return Form::Tiles;
    return g.b.transposed ? Form::RowsOfB : Form::ColumnsOfB;
}

void vectorProduct(const Gemm& g, Form form, int threads) {
    const GemmTiles& tiles = *table().gemm;
    constexpr std::int64_t Share = 256;
    const bool column = form == Form::RowsOfA;
    const std::int64_t count = column ? g.m : g.n;
    const std::int64_t step = column ? g.cStride : 1;
    const std::int64_t tasks = ceilDivide(count, Share);
    parallelFor(usefulThreads(threads, count * g.k / 8, tasks), tasks, [&](std::int64_t task, int) {
        const std::int64_t begin = task * Share;
        const std::int64_t length = std::min(Share, count - begin);
        float out[Share];
        if (form == Form::RowsOfA)
            tiles.rowsTimesVector(g.a.data + begin * g.a.stride, g.a.stride, length, g.k, g.b.data, out);
        else if (form == Form::RowsOfB)
            tiles.rowsTimesVector(g.b.data + begin * g.b.stride, g.b.stride, length, g.k, g.a.data, out);
        else
            tiles.vectorTimesColumns(g.a.data, g.b.data + begin, g.b.stride, g.k, length, out);
        for (std::int64_t i = 0; i < length; ++i) {
            float value = out[i];
            if (g.rowBias) value += g.rowBias[column ? begin + i : 0];
            if (g.columnBias) value += g.columnBias[column ? 0 : begin + i];
            value = value < g.low ? g.low : value;
            g.c[(begin + i) * step] = value > g.high ? g.high : value;
        }
        if (!g.finished) return;
        if (column)
            g.finished(begin, length, 0, 1);
        else
            g.finished(0, 1, begin, length);
    });
}

} // namespace

std::int64_t packedRowsFloats(std::int64_t m, std::int64_t k) { return roundUp(m, table().gemm->rows) * k; }
std::int64_t packedColumnsFloats(std::int64_t k, std::int64_t n) {
    return roundUp(n, table().gemm->columns) * k;
}

void packRows(const GemmOperand& a, std::int64_t m, std::int64_t k, float* to) {
    table().gemm->packRows(a.data, a.stride, a.transposed, m, k, to);
}
void packColumns(const GemmOperand& b, std::int64_t k, std::int64_t n, float* to) {
    table().gemm->packColumns(b.data, b.stride, b.transposed, k, n, to, k * table().gemm->columns);
}

GemmBlocking gemmBlocking(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t unit) {
    const std::int64_t columns = table().gemm->columns;
    const std::int64_t kBlock = std::min(k, evenly(k, BlockK, unit));
    // C is read and written once for each block of k: its part should stay in the cache as well.
    const std::int64_t limit =
        std::max(columns, std::min(BlockFloats / kBlock, 2 * BlockFloats / std::max<std::int64_t>(m, 1)));
    return {kBlock, std::min(roundUp(n, columns), evenly(n, limit / columns * columns, columns))};
}

std::int64_t gemmScratch(const Gemm& g, int threads) {
    if (g.m <= 0 || g.n <= 0 || formOf(g) != Form::Tiles) return 0;
    const std::int64_t a = g.a.packed ? 0 : roundUp(packedRowsFloats(g.m, g.k), Line);
    const GemmBlocking blocking = gemmBlocking(g.m, g.n, g.k);
    const std::int64_t b = g.b.packed ? 0 : roundUp(packedColumnsFloats(blocking.k, blocking.n), Line);
    return a + b * std::max(1, threads);
}

void gemm(const Gemm& g, int threads, float* scratch) {
    if (g.m <= 0 || g.n <= 0) return;
    const GemmTiles& tiles = *table().gemm;
    if (const Form form = formOf(g); form != Form::Tiles) {
        vectorProduct(g, form, threads);
        return;
    }
    const GemmBlocking blocking = gemmBlocking(g.m, g.n, g.k);
    const float* a = g.a.packed;
    if (!a) {
        packRows(g.a, g.m, g.k, scratch);
        a = scratch;
        scratch += roundUp(packedRowsFloats(g.m, g.k), Line);
    }
    const std::int64_t perWorker = roundUp(packedColumnsFloats(blocking.k, blocking.n), Line);
    const std::int64_t nBlocks = ceilDivide(g.n, blocking.n);
    const std::int64_t panels = ceilDivide(g.m, tiles.rows);
    const int useful = usefulThreads(threads, g.m * g.n / 32 * g.k, nBlocks * panels);
    const std::int64_t mParts =
        nBlocks >= useful ? 1 : std::min<std::int64_t>(panels, ceilDivide(useful, nBlocks));
    const std::int64_t mPart = ceilDivide(panels, mParts) * tiles.rows;
    parallelFor(std::min<int>(useful, static_cast<int>(nBlocks * mParts)), nBlocks * mParts,
                [&](std::int64_t task, int worker) {
                    const std::int64_t column = task / mParts * blocking.n;
                    const std::int64_t first = task % mParts * mPart;
                    const std::int64_t last = std::min(g.m, first + mPart);
                    const std::int64_t n = std::min(blocking.n, g.n - column);
                    for (std::int64_t k0 = 0; k0 < g.k; k0 += blocking.k) {
                        const std::int64_t depth = std::min(blocking.k, g.k - k0);
                        GemmBlock block{};
                        block.k = depth;
                        block.n = n;
                        block.aPanel = g.k * tiles.rows;
                        if (g.b.packed) {
                            block.b = g.b.packed + column * g.k + k0 * tiles.columns;
                            block.bPanel = g.k * tiles.columns;
                        } else {
                            float* to = scratch + worker * perWorker;
                            block.b = to;
                            block.bPanel = depth * tiles.columns;
                            const float* from = g.b.transposed ? g.b.data + column * g.b.stride + k0
                                                               : g.b.data + k0 * g.b.stride + column;
                            tiles.packColumns(from, g.b.stride, g.b.transposed, depth, n, to, block.bPanel);
                        }
                        const bool end = k0 + depth == g.k;
                        block.cStride = g.cStride;
                        block.add = g.add || k0 > 0;
                        block.low = end ? g.low : -std::numeric_limits<float>::infinity();
                        block.high = end ? g.high : std::numeric_limits<float>::infinity();
                        block.columnBias = end && g.columnBias ? g.columnBias + column : nullptr;
                        for (std::int64_t row = first; row < last; row += tiles.rows) {
                            block.a = a + row * g.k + k0 * tiles.rows;
                            block.m = std::min<std::int64_t>(tiles.rows, last - row);
                            block.c = g.c + row * g.cStride + column;
                            block.rowBias = end && g.rowBias ? g.rowBias + row : nullptr;
                            tiles.block(block);
                            if (end && g.finished) g.finished(row, block.m, column, n);
                        }
                    }
                });
}

} // namespace edgewright::kernels
