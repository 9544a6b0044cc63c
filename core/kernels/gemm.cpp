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

// `whole`, cut further for several threads: by its columns, by its rows, or by both, so that the thread with
// the most tasks has the least to do.
GemmBlocking shared(const GemmBlocking& whole, std::int64_t m, std::int64_t n, int threads,
                    std::int64_t products, const GemmTiles& tiles) {
    constexpr std::int64_t Enough = 8; // tasks of a thread, of which one more or less does not matter
    const std::int64_t columns = tiles.columns, rows = tiles.rows;
    const std::int64_t fewest = whole.columnParts(n);
    if (threads <= 1 || fewest * products >= Enough * threads) return whole;
    const std::int64_t panels = ceilDivide(n, columns), rowPanels = ceilDivide(m, rows);
    GemmBlocking best = whole;
    std::int64_t least = INT64_MAX;
    for (std::int64_t across = fewest; across <= std::min(panels, fewest + threads); ++across)
        for (std::int64_t down = 1; down <= std::min<std::int64_t>(rowPanels, threads); ++down) {
            const std::int64_t wide = ceilDivide(panels, across), high = ceilDivide(rowPanels, down);
            const std::int64_t tasks = products * ceilDivide(panels, wide) * ceilDivide(rowPanels, high);
            // A task packs its block of B, which takes as long as half a panel of rows.
            const std::int64_t longest = ceilDivide(tasks, threads) * wide * (2 * high + 1);
            if (longest >= least) continue;
            least = longest;
            best = {whole.k, wide * columns, high * rows};
        }
    return best;
}

// Threads that a product is worth.
int threadsFor(const Gemm& g, int threads) {
    const GemmTiles& tiles = tilesOf(g.parameters);
    return usefulThreads(threads, g.m * g.n / 32 * g.k,
                         ceilDivide(g.n, tiles.columns) * ceilDivide(g.m, tiles.rows));
}

// Products in which the result is one row or one column need no packing: they read each matrix element once.
enum class Form { Tiles, RowsOfA, RowsOfB, ColumnsOfB };
Form formOf(const Gemm& g) {
    if (g.add) return Form::Tiles;
    if (g.n == 1 && !g.a.transposed && (g.b.transposed || g.b.stride == 1)) return Form::RowsOfA;
    if (g.m != 1 || (g.a.transposed && g.a.stride != 1)) return Form::Tiles;
    return g.b.transposed ? Form::RowsOfB : Form::ColumnsOfB;
}

// A's rows are read where they lie: packing them would take longer than it saves in so few panels of B.
bool readsRows(const Gemm& g) {
    constexpr std::int64_t FewPanels = 4;
    return !g.a.packed && !g.a.transposed && g.n <= FewPanels * tilesOf(g.parameters).columns;
}

// packRows of all of A, by panels.
void packAllRows(const Gemm& g, int threads, float* to) {
    const GemmTiles& tiles = tilesOf(g.parameters);
    const std::int64_t rows = tiles.rows;
    const int useful = usefulThreads(threads, g.m * g.k / 8, ceilDivide(g.m, rows));
    const std::int64_t piece = evenPiece(useful, g.m, g.m, rows);
    parallelFor(useful, ceilDivide(g.m, piece), [&](std::int64_t task, int) {
        const std::int64_t row = task * piece;
        const float* from = g.a.data + (g.a.transposed ? row : row * g.a.stride);
        packRows({from, g.a.stride, g.a.transposed, nullptr}, std::min(piece, g.m - row), g.k, to + row * g.k,
                 tiles);
    });
}

void vectorProduct(const Gemm& g, Form form, int threads) {
    const GemmTiles& tiles = *table().gemm;
    constexpr std::int64_t Share = 256; // of the result, at most
    const bool column = form == Form::RowsOfA;
    const std::int64_t count = column ? g.m : g.n;
    const std::int64_t step = column ? g.cStride : 1;
    const int useful = usefulThreads(threads, count * g.k / 8, count);
    const std::int64_t piece = evenPiece(useful, count, Share, Line);
    parallelFor(useful, ceilDivide(count, piece), [&](std::int64_t task, int) {
        const std::int64_t begin = task * piece;
        const std::int64_t length = std::min(piece, count - begin);
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

const GemmTiles& tilesOf(const GemmParameters& parameters) {
    const Table& all = table();
    const bool isThere = parameters.tile > 0 && parameters.tile <= all.tileCount;
    return *all.tiles[isThere ? parameters.tile - 1 : 0];
}

std::int64_t packedRowsFloats(std::int64_t m, std::int64_t k, const GemmTiles& tiles) {
    return roundUp(m, tiles.rows) * k;
}
std::int64_t packedColumnsFloats(std::int64_t k, std::int64_t n, const GemmTiles& tiles) {
    return roundUp(n, tiles.columns) * k;
}

void packRows(const GemmOperand& a, std::int64_t m, std::int64_t k, float* to, const GemmTiles& tiles) {
    tiles.packRows(a.data, a.stride, a.transposed, m, k, to);
}
void packColumns(const GemmOperand& b, std::int64_t k, std::int64_t n, float* to, const GemmTiles& tiles) {
    tiles.packColumns(b.data, b.stride, b.transposed, k, n, to, k * tiles.columns);
}

GemmBlocking gemmBlocking(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t unit, int threads,
                          std::int64_t products, const GemmParameters& parameters) {
    const GemmTiles& tiles = tilesOf(parameters);
    const std::int64_t columns = tiles.columns, rows = tiles.rows;
    const std::int64_t wantedK = parameters.k > 0 ? std::min(parameters.k, k) : BlockK;
    const std::int64_t kBlock = std::min(k, evenly(k, wantedK, unit));
    // C is read and written once for each block of k: its part should stay in the cache as well.
    const std::int64_t limit =
        std::max(columns, std::min(BlockFloats / kBlock, 2 * BlockFloats / std::max<std::int64_t>(m, 1)));
    const std::int64_t widest = std::min(roundUp(n, columns), evenly(n, limit / columns * columns, columns));
    if (parameters.n <= 0 && parameters.m <= 0)
        return shared({kBlock, widest, roundUp(m, rows)}, m, n, threads, products, tiles);
    return {kBlock, parameters.n > 0 ? roundUp(std::min(parameters.n, n), columns) : widest,
            roundUp(parameters.m > 0 ? std::min(parameters.m, m) : m, rows)};
}

std::int64_t gemmScratch(const Gemm& g, int threads) {
    if (g.m <= 0 || g.n <= 0 || formOf(g) != Form::Tiles) return 0;
    const GemmTiles& tiles = tilesOf(g.parameters);
    const std::int64_t a = g.a.packed || readsRows(g) ? 0 : roundUp(packedRowsFloats(g.m, g.k, tiles), Line);
    const int useful = threadsFor(g, threads);
    const GemmBlocking blocking = gemmBlocking(g.m, g.n, g.k, 1, useful, 1, g.parameters);
    const std::int64_t b = g.b.packed ? 0 : roundUp(packedColumnsFloats(blocking.k, blocking.n, tiles), Line);
    return a + b * useful;
}

void gemm(const Gemm& g, int threads, float* scratch) {
    if (g.m <= 0 || g.n <= 0) return;
    const GemmTiles& tiles = tilesOf(g.parameters);
    if (const Form form = formOf(g); form != Form::Tiles) {
        vectorProduct(g, form, threads);
        return;
    }
    const int useful = threadsFor(g, threads);
    const GemmBlocking blocking = gemmBlocking(g.m, g.n, g.k, 1, useful, 1, g.parameters);
    const float* a = g.a.packed;
    const bool inPlace = readsRows(g);
    if (!a && !inPlace) {
        packAllRows(g, threads, scratch);
        a = scratch;
        scratch += roundUp(packedRowsFloats(g.m, g.k, tiles), Line);
    }
    const std::int64_t perWorker = roundUp(packedColumnsFloats(blocking.k, blocking.n, tiles), Line);
    const std::int64_t mParts = blocking.rowParts(g.m);
    const std::int64_t tasks = blocking.columnParts(g.n) * mParts;
    parallelFor(
        static_cast<int>(std::min<std::int64_t>(useful, tasks)), tasks, [&](std::int64_t task, int worker) {
            const std::int64_t column = task / mParts * blocking.n;
            const std::int64_t first = task % mParts * blocking.m;
            const std::int64_t last = std::min(g.m, first + blocking.m);
            const std::int64_t n = std::min(blocking.n, g.n - column);
            for (std::int64_t k0 = 0; k0 < g.k; k0 += blocking.k) {
                const std::int64_t depth = std::min(blocking.k, g.k - k0);
                GemmBlock block{};
                block.k = depth;
                block.n = n;
                block.aStride = inPlace ? g.a.stride : 0;
                block.aPanel = (inPlace ? g.a.stride : g.k) * tiles.rows;
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
                    block.a = inPlace ? g.a.data + row * g.a.stride + k0 : a + row * g.k + k0 * tiles.rows;
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
