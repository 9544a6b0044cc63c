// SPDX-License-Identifier: GPL-3.0-or-later
// Products of packed codes, and the table of everything integer.
#include "core/kernels/isa/integer_vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

// The first R rows of a panel of A by the first V vectors of a panel of B.
template <int R, int V>
void tile(const IntegerBlock& block, const std::uint32_t* a, const std::uint32_t* b, std::int64_t i,
          std::int64_t j) {
    Words sums[R][V] = {};
    for (std::int64_t k = 0; k < block.k; ++k, a += Rows, b += Columns) {
        Words u[V];
        for (int v = 0; v < V; ++v)
            u[v] = loadWords(b + v * Lanes);
        for (int r = 0; r < R; ++r) {
            const Words w = all(a[r]);
            for (int v = 0; v < V; ++v)
                sums[r][v] = dot(sums[r][v], u[v], w);
        }
    }
    for (int v = 0; v < V; ++v) {
        const std::int64_t column = j + v * Lanes;
        if (column >= block.n) break;
        const int count = fewer(block.n - column);
        Words term{};
        if (block.columnTerm) term = loadWords(block.columnTerm + column);
        Words factor{};
        if (block.rowFactor) factor = loadWords(block.columnFactor + column);
        Floats scale{};
        if (block.target.codes && !block.rowScale) {
            scale =
                count == Lanes ? load(block.columnScale + column) : loadSome(block.columnScale + column, count);
        }
        for (int r = 0; r < R; ++r) {
            const std::int64_t row = i + r;
            if (row >= block.m) break;
            Words sum = sums[r][v] + term;
            if (block.rowTerm) sum += static_cast<std::uint32_t>(block.rowTerm[row]);
            if (block.rowFactor) sum += factor * static_cast<std::uint32_t>(block.rowFactor[row]);
            if (block.target.codes && block.rowScale) scale = splat(block.rowScale[row]);
            finish(sum, scale, block.target, row * block.stride + column, count);
        }
    }
}

template <int V>
EDGEWRIGHT_INLINE void tileRows(const IntegerBlock& block, const std::uint32_t* a, const std::uint32_t* b,
                                std::int64_t i, std::int64_t j) {
    const std::int64_t rows = block.m - i;
    if (rows > 4)
        tile<Rows, V>(block, a, b, i, j);
    else if (rows > 2)
        tile<4, V>(block, a, b, i, j);
    else if (rows > 1)
        tile<2, V>(block, a, b, i, j);
    else
        tile<1, V>(block, a, b, i, j);
}

void multiplyBlock(const IntegerBlock& block) {
    const std::uint32_t* a = block.a;
    for (std::int64_t i = 0; i < block.m; i += Rows, a += block.aPanel) {
        const std::uint32_t* b = block.b;
        for (std::int64_t j = 0; j < block.n; j += Columns, b += block.bPanel) {
            if (block.n - j > Lanes)
                tileRows<Vectors>(block, a, b, i, j);
            else
                tileRows<1>(block, a, b, i, j);
        }
    }
}

template <int Step>
EDGEWRIGHT_INLINE Words weighted(const std::uint32_t* units, const std::int64_t* offsets,
                                 const std::uint32_t* weights, std::int64_t taps, Words sum) {
    for (std::int64_t t = 0; t < taps; ++t) {
        const std::uint32_t* from = units + offsets[t];
        const Words u = Step == 1 ? loadWords(from) : everySecond(loadWords(from), loadWords(from + Lanes));
        sum = dot(sum, u, all(weights[t]));
    }
    return sum;
}

template <int Step>
void convolveSteps(const IntegerLine& line) {
    const Floats scale = splat(line.scale);
    const Words term = all(static_cast<std::uint32_t>(line.term));
    for (std::int64_t j = 0; j < line.n; j += Lanes) {
        const std::uint32_t* units = line.units + j * Step;
        Words sum = weighted<Step>(units, line.offsets, line.weights, line.taps, term);
        if (line.ones)
            sum += weighted<Step>(units, line.offsets, line.ones, line.taps, Words{}) *
                   static_cast<std::uint32_t>(line.factor);
        finish(sum, scale, line.target, j, fewer(line.n - j));
    }
}

void convolveLine(const IntegerLine& line) {
    if (line.step == 1)
        convolveSteps<1>(line);
    else
        convolveSteps<2>(line);
}

} // namespace

extern const IntegerTiles integerTiles;
const IntegerTiles integerTiles{Rows,          Columns,      Depth,  packRows, interleave, packSegments,
                                multiplyBlock, convolveLine, encode, decode,   addCodes,   sumCodes};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
