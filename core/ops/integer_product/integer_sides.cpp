// SPDX-License-Identifier: GPL-3.0-or-later
// Products of codes block by block, split among threads.
#include "core/ops/integer_product/integer_sides.h"
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/quantization/requantize.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

using kernels::IntegerTiles;

// Memory of one thread: panels of rows, their sums and terms, terms and factors of columns.
class Worker {
public:
    Worker(const IntegerSides& sides, std::int64_t columns, std::uint32_t* memory)
        : m_sides(sides), m_panels(memory),
          m_sums(reinterpret_cast<std::int32_t*>(memory + unitsOfRows(sides))), m_terms(m_sums + rowsOf(sides)),
          m_columnTerms(m_terms + rowsOf(sides)), m_columnFactors(m_columnTerms + columns) {}
    // Units of memory that it takes for so many columns at once, in whole panels.
    static std::int64_t size(const IntegerSides& sides, std::int64_t columns) {
        return ceilDiv(unitsOfRows(sides) + 2 * rowsOf(sides) + 2 * columns, 16) * 16;
    }

    // Rows [row, row + m) of a left matrix, at most blockRows().
    void takeRows(std::int64_t matrix, std::int64_t row, std::int64_t m) {
        m_row = row;
        m_count = m;
        const IntegerShape& shape = m_sides.shape;
        m_sides.tiles.packRows(m_sides.left + (matrix * shape.rows + row) * shape.depth, shape.depth, m,
                               shape.depth, m_sides.a.flip, m_panels, m_sums);
        m_zero = m_sides.a.zeros[m_sides.a.zeros.size() > 1 ? static_cast<std::size_t>(row) : 0];
        for (std::int64_t i = 0; i < m; ++i) {
            const std::uint32_t rest = word(m_sums[i]) - word(shape.depth) * word(m_zero);
            m_sums[i] = static_cast<std::int32_t>(rest);
            m_terms[i] = static_cast<std::int32_t>(0 - word(m_sides.b.zeros.front()) * rest);
        }
    }
    // These rows by columns [column, column + n) of a right matrix, whose panels and sums are given, into a
    // matrix of the result.
    void multiply(std::int64_t column, std::int64_t n, const std::uint32_t* panels, const std::int32_t* sums,
                  std::int64_t out) {
        kernels::IntegerBlock block{};
        block.m = m_count;
        block.n = n;
        block.k = m_sides.units();
        if (m_sides.columnTerms.empty())
            for (std::int64_t j = 0; j < n; ++j)
                m_columnTerms[j] = m_sides.columnTerm(m_row, column + j, m_zero, sums[j]);
        if (m_sides.b.zeros.size() == 1)
            block.rowTerm = m_terms;
        else {
            for (std::int64_t j = 0; j < n; ++j)
                m_columnFactors[j] =
                    static_cast<std::int32_t>(0 - word(m_sides.b.zeros[static_cast<std::size_t>(column + j)]));
            block.rowFactor = m_sums;
            block.columnFactor = m_columnFactors;
        }
        block.columnTerm = m_sides.columnTerms.empty() ? m_columnTerms : m_sides.columnTerms.data() + column;
        block.a = m_panels;
        block.aPanel = m_sides.tiles.panelUnits(block.k);
        block.b = panels;
        block.bPanel = m_sides.panel();
        if (!m_sides.scales.empty()) block.columnScale = m_sides.scales.data() + column;
        block.stride = m_sides.shape.columns;
        block.target =
            advanced(m_sides.target, (out * m_sides.shape.rows + m_row) * m_sides.shape.columns + column);
        m_sides.tiles.block(block);
    }

private:
    static std::int64_t rowsOf(const IntegerSides& sides) {
        return ceilDiv(sides.blockRows(), sides.tiles.rows) * sides.tiles.rows;
    }
    static std::int64_t unitsOfRows(const IntegerSides& sides) {
        return rowsOf(sides) / sides.tiles.rows * sides.tiles.panelUnits(sides.units());
    }

    const IntegerSides& m_sides;
    std::uint32_t* m_panels;
    std::int32_t *m_sums, *m_terms, *m_columnTerms, *m_columnFactors;
    std::int64_t m_row = 0, m_count = 0;
    std::int32_t m_zero = 0;
};

} // namespace

void packPanels(const IntegerTiles& tiles, const std::uint8_t* codes, std::uint8_t flip,
                const IntegerShape& shape, std::int64_t first, std::int64_t n, std::uint32_t* to) {
    const std::int64_t panel = ceilDiv(shape.depth, tiles.depth) * tiles.columns;
    for (std::int64_t j = 0; j < n; j += tiles.columns, to += panel) {
        const std::int64_t count = std::min<std::int64_t>(tiles.columns, n - j);
        if (count < tiles.columns) std::fill_n(to, panel, 0u);
        tiles.interleave(codes + first + j, shape.columns, shape.depth, count, flip, to, tiles.columns);
    }
}

Result<void> multiplyKept(KernelContext& context, const IntegerSides& sides, const IntegerColumns& right,
                          std::span<const MatrixPair> pairs) {
    const IntegerShape& shape = sides.shape;
    const std::int64_t blockRows = sides.blockRows();
    const std::int64_t rowBlocks = ceilDiv(shape.rows, blockRows);
    const std::int64_t panels = ceilDiv(shape.columns, sides.tiles.columns);
    const std::int64_t work = sides.work(pairs.size());
    const std::int64_t blocks = std::int64_t(pairs.size()) * rowBlocks;
    const int wanted = usefulThreads(context.threads(), work, blocks * panels);
    // Columns are cut so that a block of them stays in the cache, and so that every thread has a share.
    const std::int64_t share = blocks >= wanted ? panels : ceilDiv(panels, ceilDiv(wanted, blocks));
    const std::int64_t chunk = sides.chunkPanels(share);
    const std::int64_t chunks = ceilDiv(panels, chunk);
    const int threads = usefulThreads(wanted, work, blocks);
    const bool split = threads < wanted; // fewer blocks of rows than threads
    const std::int64_t parts = split ? chunks : 1;
    const int workers = split ? wanted : threads;
    const std::int64_t columnsOfChunk = chunk * sides.tiles.columns;
    const std::int64_t size = Worker::size(sides, columnsOfChunk);
    const auto bytes = checkedMul(size * workers, 4);
    if (!bytes) return badInput(say("the product is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));

    parallelFor(workers, blocks * parts, [&](std::int64_t task, int index) {
        if (context.run().stopped()) return;
        const MatrixPair& pair = pairs[static_cast<std::size_t>(task / parts / rowBlocks)];
        const std::int64_t row = task / parts % rowBlocks * blockRows;
        Worker worker(sides, columnsOfChunk, reinterpret_cast<std::uint32_t*>(memory.data()) + index * size);
        worker.takeRows(pair.a, row, std::min(blockRows, shape.rows - row));
        const std::int64_t first = split ? task % parts : 0;
        for (std::int64_t c = first; c < (split ? first + 1 : chunks); ++c) {
            const std::int64_t column = c * columnsOfChunk;
            worker.multiply(column, std::min(columnsOfChunk, shape.columns - column),
                            right.units.as<std::uint32_t>().data() + pair.b * right.stride +
                                column * sides.units(),
                            right.sums.data() + pair.b * shape.columns + column, pair.out);
        }
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

Result<void> multiplyFresh(KernelContext& context, const IntegerSides& sides, const std::uint8_t* right,
                           std::span<const MatrixPair> pairs) {
    const IntegerShape& shape = sides.shape;
    const IntegerTiles& tiles = sides.tiles;
    const std::int64_t blockRows = sides.blockRows();
    const std::int64_t rowBlocks = ceilDiv(shape.rows, blockRows);
    const std::int64_t panels = ceilDiv(shape.columns, tiles.columns);
    const std::int64_t count = std::int64_t(pairs.size());
    const std::int64_t work = sides.work(pairs.size()) + count * shape.columns * shape.depth / 16;
    const int wanted = usefulThreads(context.threads(), work, count * panels * rowBlocks);
    const std::int64_t share = count >= wanted ? panels : ceilDiv(panels, ceilDiv(wanted, count));
    const std::int64_t chunk = sides.chunkPanels(share);
    const std::int64_t chunks = ceilDiv(panels, chunk);
    // Rows are shared out, too, where there are fewer blocks of columns than threads; each packs them then.
    const std::int64_t parts = std::min<std::int64_t>(
        rowBlocks, ceilDiv(std::int64_t(wanted), std::max<std::int64_t>(count * chunks, 1)));
    const std::int64_t blocksOfPart = ceilDiv(rowBlocks, parts);
    const std::int64_t columnsOfChunk = chunk * tiles.columns;

    // Behind what the worker takes: panels of columns with a vector of slack, their sums.
    const std::int64_t own = Worker::size(sides, columnsOfChunk);
    const std::int64_t size = ceilDiv(own + chunk * sides.panel() + 2 * columnsOfChunk, 16) * 16;
    const std::int64_t onesPanel = ceilDiv(tiles.panelUnits(sides.units()), 16) * 16;
    const auto bytes = checkedMul(size * wanted + onesPanel, 4);
    if (!bytes) return badInput(say("the product is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    auto* const ones = reinterpret_cast<std::uint32_t*>(memory.data());
    // Products by a row of ones are the sums of the columns, which only zero points of the left side need.
    const bool summed = !sides.a.centred;
    if (summed) {
        const std::vector<std::uint8_t> row(static_cast<std::size_t>(shape.depth), 1);
        std::int32_t sum = 0;
        tiles.packRows(row.data(), shape.depth, 1, shape.depth, 0, ones, &sum);
    }

    parallelFor(wanted, count * chunks * parts, [&](std::int64_t task, int index) {
        if (context.run().stopped()) return;
        const MatrixPair& pair = pairs[static_cast<std::size_t>(task / parts / chunks)];
        const std::int64_t column = task / parts % chunks * columnsOfChunk;
        const std::int64_t n = std::min(columnsOfChunk, shape.columns - column);
        std::uint32_t* const begin = ones + onesPanel + index * size;
        Worker worker(sides, columnsOfChunk, begin);
        std::uint32_t* const packed = begin + own;
        auto* const sums = reinterpret_cast<std::int32_t*>(packed + chunk * sides.panel() + columnsOfChunk);
        packPanels(tiles, right + pair.b * shape.depth * shape.columns, sides.b.flip, shape, column, n, packed);
        std::fill_n(sums, n, 0);
        if (summed) {
            kernels::IntegerBlock block{};
            block.a = ones;
            block.b = packed;
            block.bPanel = sides.panel();
            block.m = 1;
            block.n = n;
            block.k = sides.units();
            block.target.sums = sums;
            block.stride = n;
            tiles.block(block);
        }
        const std::int64_t first = task % parts * blocksOfPart;
        for (std::int64_t i = first; i < std::min(first + blocksOfPart, rowBlocks); ++i) {
            const std::int64_t row = i * blockRows;
            worker.takeRows(pair.a, row, std::min(blockRows, shape.rows - row));
            worker.multiply(column, n, packed, sums, pair.out);
        }
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace edgewright::ops
