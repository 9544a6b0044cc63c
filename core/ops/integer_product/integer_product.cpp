// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/integer_product.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/integer_product/byte_codes.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operands/parallel.h"
#include "core/ops/parameter_space.h"
#include "core/ops/work.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace edgewright::ops {

namespace {

using kernels::IntegerTiles;

// The right matrices in panels of columns.
struct PackedColumns {
    const IntegerTiles* tiles = nullptr;
    const std::uint8_t* source = nullptr; // of the codes
    std::int64_t stride = 0;              // units of one matrix
    ir::Tensor units;
    std::vector<std::int32_t> sums; // of the unsigned codes over each column
};

struct Shape {
    ir::Dims dims;          // of the result
    BroadcastPlan matrices; // which left meets which right one
    std::int64_t rows = 0, depth = 0, columns = 0;
};

Result<Shape> shapeOf(const IntegerProduct& product) {
    ir::Dims left = product.a->dims();
    ir::Dims right = product.b->dims();
    if (left.empty() || right.empty()) return badInput(say("a scalar has no matrix product"));
    const bool row = left.size() == 1;
    const bool column = right.size() == 1;
    if (row) left.insert(left.begin(), 1);
    if (column) right.push_back(1);
    if (product.transposeA) std::swap(left[left.size() - 2], left.back());
    if (product.transposeB) std::swap(right[right.size() - 2], right.back());
    Shape shape;
    shape.rows = left[left.size() - 2];
    shape.depth = left.back();
    shape.columns = right.back();
    if (right[right.size() - 2] != shape.depth)
        return badInput(say("inputs are {1} and {2}", product.a->type().text(), product.b->type().text()));
    const ir::Dims batch(left.begin(), left.end() - 2);
    ASSIGN_OR_RETURN(shape.matrices,
                     broadcastPlan(std::array{batch, ir::Dims(right.begin(), right.end() - 2)}));
    shape.dims = shape.matrices.dims;
    if (!row) shape.dims.push_back(shape.rows);
    if (!column) shape.dims.push_back(shape.columns);
    const auto elements = checkedProduct(shape.dims);
    constexpr std::int64_t maxElements = std::int64_t(1) << 32;
    if (!elements || *elements > maxElements) return badInput(say("the output has too many elements"));
    // All left matrices meet the same right one: their rows are those of one matrix.
    const auto count = checkedProduct(batch);
    if (right.size() == 2 && !batch.empty() && count && product.aZeros.size() == 1 && !product.bias &&
        !product.transposeA)
        if (const auto rows = checkedMul(*count, shape.rows)) {
            shape.rows = *rows;
            ASSIGN_OR_RETURN(shape.matrices, broadcastPlan(std::array{ir::Dims(), ir::Dims()}));
        }
    return shape;
}

// A matrix of bytes with its axes exchanged.
Result<const std::uint8_t*> turned(KernelContext& context, const std::uint8_t* from, std::int64_t rows,
                                   std::int64_t columns) {
    ASSIGN_OR_RETURN(const auto to, context.scratchOf<std::uint8_t>(rows * columns));
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
            (to)[static_cast<std::size_t>(j * rows + i)] = from[i * columns + j];
    return to.data();
}

// Columns [first, first + n) of a matrix of codes [depth, columns], as panels of `units` units a column.
void packPanels(const IntegerTiles& tiles, const std::uint8_t* codes, std::uint8_t flip, const Shape& shape,
                std::int64_t first, std::int64_t n, std::uint32_t* to) {
    const std::int64_t panel = ceilDiv(shape.depth, tiles.depth) * tiles.columns;
    for (std::int64_t j = 0; j < n; j += tiles.columns, to += panel) {
        const std::int64_t count = std::min<std::int64_t>(tiles.columns, n - j);
        if (count < tiles.columns) std::fill_n(to, panel, 0u);
        tiles.interleave(codes + first + j, shape.columns, shape.depth, count, flip, to, tiles.columns);
    }
}

Result<PackedColumns> packColumns(KernelContext& context, const IntegerTiles& tiles, const std::uint8_t* codes,
                                  std::uint8_t flip, std::int64_t matrices, const Shape& shape) {
    PackedColumns packed;
    packed.tiles = &tiles;
    const std::int64_t units = ceilDiv(shape.depth, tiles.depth);
    packed.stride = ceilDiv(shape.columns, tiles.columns) * tiles.columns * units;
    ASSIGN_OR_RETURN(packed.units, context.allocatePrepared(ir::DataType::UInt32, {matrices, packed.stride}));
    packed.sums.assign(static_cast<std::size_t>(matrices * shape.columns), 0);
    std::uint32_t* to = packed.units.as<std::uint32_t>().data();
    std::int32_t* sums = packed.sums.data();
    for (std::int64_t i = 0; i < matrices; ++i, to += packed.stride) {
        packPanels(tiles, codes, flip, shape, 0, shape.columns, to);
        for (std::int64_t k = 0; k < shape.depth; ++k, codes += shape.columns)
            for (std::int64_t j = 0; j < shape.columns; ++j)
                sums[j] += static_cast<std::uint8_t>(codes[j] ^ flip);
        sums += shape.columns;
    }
    return packed;
}

// Null where the right matrices are other ones in every run: these are packed where they are multiplied.
// `before`: those of the last run, or null.
Result<std::shared_ptr<const PackedColumns>> keptColumns(KernelContext& context, const IntegerProduct& product,
                                                         const ByteCodes& b, const Shape& shape,
                                                         const std::shared_ptr<const PackedColumns>& before) {
    if (!context.isConstant(product.bIndex)) return std::shared_ptr<const PackedColumns>();
    const IntegerTiles& tiles = *kernels::table().integer;
    if (before && before->tiles == &tiles && before->source == b.data) return before;
    const std::int64_t matrix = shape.depth * shape.columns;
    const std::int64_t matrices = matrix == 0 ? 0 : product.b->elements() / matrix;
    ASSIGN_OR_RETURN(auto straight, product.transposeB ? turned(context, b.data, shape.columns, shape.depth)
                                                       : Result<const std::uint8_t*>(b.data));
    ASSIGN_OR_RETURN(auto packed, packColumns(context, tiles, straight, b.flip, matrices, shape));
    packed.source = b.data;
    return std::shared_ptr<const PackedColumns>(std::make_shared<PackedColumns>(std::move(packed)));
}

// An int32 tensor that broadcasts to one matrix: element (i, j) is data[i * row + j * column].
struct Bias {
    const std::int32_t* data = nullptr;
    std::int64_t row = 0, column = 0;
    std::uint32_t at(std::int64_t i, std::int64_t j) const {
        return data ? static_cast<std::uint32_t>(data[i * row + j * column]) : 0;
    }
};

Result<Bias> biasOf(const ir::Tensor* tensor, const Shape& shape) {
    Bias bias;
    if (!tensor) return bias;
    const ir::Dims& dims = tensor->dims();
    const std::int64_t columns = dims.empty() ? 1 : dims.back();
    const std::int64_t rows = dims.size() < 2 ? 1 : dims[dims.size() - 2];
    if (tensor->dtype() != ir::DataType::Int32 || dims.size() > 2 || (rows != 1 && rows != shape.rows) ||
        (columns != 1 && columns != shape.columns))
        return badInput(say("the bias is {1} where int32[{2},{3}] or what broadcasts to it is expected",
                            tensor->type().text(), shape.rows, shape.columns));
    bias.data = tensor->as<std::int32_t>().data();
    bias.row = rows == 1 ? 0 : columns;
    bias.column = columns == 1 ? 0 : 1;
    return bias;
}

// One left with one right matrix.
struct Pair {
    std::int64_t a, b, out;
};

// Both sides, and what becomes of their products.
struct Sides {
    Shape shape = {};
    const IntegerTiles& tiles = *kernels::table().integer;
    ByteCodes a = {}, b = {};           // signed, unsigned
    const std::uint8_t* left = nullptr; // [matrices, rows, depth]
    Bias bias = {};
    std::vector<float> scales = {}; // per column; empty for sums
    // The terms of all columns, up to the end of the last panel, where they are the same for every row and
    // there is one right matrix; else empty.
    std::vector<std::int32_t> columnTerms = {};
    kernels::IntegerTarget target = {};
    kernels::GemmParameters by = {};

    std::int32_t columnTerm(std::int64_t row, std::int64_t column, std::int32_t zero, std::int32_t sum) const {
        return static_cast<std::int32_t>(bias.at(row, column) - word(zero) * word(sum));
    }
    std::int64_t units() const { return ceilDiv(shape.depth, tiles.depth); } // of a row or a column
    std::int64_t panel() const { return units() * tiles.columns; }
    // Rows with zero points or biases of their own are taken one by one.
    std::int64_t blockRows() const {
        if (a.zeros.size() > 1 || bias.row != 0) return 1;
        const std::int64_t wanted = by.m > 0 ? std::min(by.m, shape.rows) : 8 * tiles.rows;
        return ceilDiv(wanted, tiles.rows) * tiles.rows;
    }
    // Panels of columns that rows are multiplied by before the next ones, at most `share` by the own rule: they
    // stay in the cache.
    std::int64_t chunkPanels(std::int64_t share) const {
        constexpr std::int64_t CachedUnits = 64 * 1024;
        if (by.n > 0) return ceilDiv(std::min(by.n, shape.columns), tiles.columns);
        return std::clamp<std::int64_t>(CachedUnits / std::max<std::int64_t>(panel(), 1), 1, share);
    }
    // In units of about a nanosecond.
    std::int64_t work(std::size_t pairs) const {
        return std::int64_t(pairs) * shape.rows * shape.columns / 50 * std::max<std::int64_t>(shape.depth, 10) /
               10;
    }
};

// Memory of one thread: panels of rows, their sums and terms, terms and factors of columns.
class Worker {
public:
    Worker(const Sides& sides, std::int64_t columns, std::uint32_t* memory)
        : m_sides(sides), m_panels(memory),
          m_sums(reinterpret_cast<std::int32_t*>(memory + rowsOf(sides) * sides.units())),
          m_terms(m_sums + rowsOf(sides)), m_columnTerms(m_terms + rowsOf(sides)),
          m_columnFactors(m_columnTerms + columns) {}
    // Units of memory that it takes for so many columns at once, in whole panels.
    static std::int64_t size(const Sides& sides, std::int64_t columns) {
        return ceilDiv(rowsOf(sides) * (sides.units() + 2) + 2 * columns, 16) * 16;
    }

    // Rows [row, row + m) of a left matrix, at most blockRows().
    void takeRows(std::int64_t matrix, std::int64_t row, std::int64_t m) {
        m_row = row;
        m_count = m;
        const Shape& shape = m_sides.shape;
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
        block.aPanel = block.k * m_sides.tiles.rows;
        block.b = panels;
        block.bPanel = m_sides.panel();
        if (!m_sides.scales.empty()) block.columnScale = m_sides.scales.data() + column;
        block.stride = m_sides.shape.columns;
        block.target =
            advanced(m_sides.target, (out * m_sides.shape.rows + m_row) * m_sides.shape.columns + column);
        m_sides.tiles.block(block);
    }

private:
    static std::int64_t rowsOf(const Sides& sides) {
        return ceilDiv(sides.blockRows(), sides.tiles.rows) * sides.tiles.rows;
    }

    const Sides& m_sides;
    std::uint32_t* m_panels;
    std::int32_t *m_sums, *m_terms, *m_columnTerms, *m_columnFactors;
    std::int64_t m_row = 0, m_count = 0;
    std::int32_t m_zero = 0;
};

// By columns that were packed before.
Result<void> multiplyKept(KernelContext& context, const Sides& sides, const PackedColumns& right,
                          std::span<const Pair> pairs) {
    const Shape& shape = sides.shape;
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
        const Pair& pair = pairs[static_cast<std::size_t>(task / parts / rowBlocks)];
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

// Packs each block of columns right before rows are multiplied by it. `right`: codes [matrices, depth,
// columns].
Result<void> multiplyFresh(KernelContext& context, const Sides& sides, const std::uint8_t* right,
                           std::span<const Pair> pairs) {
    const Shape& shape = sides.shape;
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
    const std::int64_t onesPanel = ceilDiv(sides.units() * tiles.rows, 16) * 16;
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
        const Pair& pair = pairs[static_cast<std::size_t>(task / parts / chunks)];
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

// A product made ready to be computed, and the state of its node where the right side is packed.
struct Multiplication {
    Sides sides;
    std::shared_ptr<const PackedColumns> columns; // null: `right` is packed where it is multiplied
    const std::uint8_t* right = nullptr;
    std::vector<Pair> pairs;
    // What the left side was; without extents where the next run may differ in more than its elements.
    ir::Dims left;
    ir::DataType leftType = ir::DataType::Undefined, codes = ir::DataType::Undefined;
};

// Terms that every run with these zero points has.
void keepColumnTerms(Multiplication& job) {
    Sides& sides = job.sides;
    const std::int64_t columns = sides.shape.columns;
    if (!job.columns || sides.a.zeros.size() != 1 || sides.bias.row != 0 ||
        static_cast<std::int64_t>(job.columns->sums.size()) != columns)
        return;
    sides.columnTerms.resize(
        static_cast<std::size_t>(ceilDiv(columns, sides.tiles.columns) * sides.tiles.columns));
    for (std::int64_t j = 0; j < columns; ++j)
        sides.columnTerms[static_cast<std::size_t>(j)] =
            sides.columnTerm(0, j, sides.a.zeros.front(), job.columns->sums[static_cast<std::size_t>(j)]);
}

Result<std::shared_ptr<Multiplication>> prepared(KernelContext& context, const IntegerProduct& product,
                                                 Shape shape, const std::vector<float>& multipliers) {
    auto job = std::make_shared<Multiplication>();
    Sides& sides = job->sides;
    sides.shape = std::move(shape);
    ASSIGN_OR_RETURN(sides.bias, biasOf(product.bias, sides.shape));
    ASSIGN_OR_RETURN(sides.a, byteCodes(*product.a, product.aZeros, true));
    ASSIGN_OR_RETURN(sides.b, byteCodes(*product.b, product.bZeros, false));
    const BroadcastPlan& matrices = sides.shape.matrices;
    if (matrices.elements == 0 || sides.shape.rows == 0 || sides.shape.columns == 0) return job;
    const auto before = std::static_pointer_cast<const Multiplication>(context.state());
    ASSIGN_OR_RETURN(job->columns,
                     keptColumns(context, product, sides.b, sides.shape, before ? before->columns : nullptr));
    if (!multipliers.empty()) {
        sides.scales = multipliers;
        sides.scales.resize(static_cast<std::size_t>(sides.shape.columns), multipliers.front());
    }
    forEachRun(matrices, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            job->pairs.push_back(
                {offsets[0] + i * matrices.inner(0), offsets[1] + i * matrices.inner(1), at + i});
    });
    keepColumnTerms(*job);
    sides.left = sides.a.data;
    if (product.transposeA) {
        ASSIGN_OR_RETURN(sides.left, turned(context, sides.a.data, sides.shape.depth, sides.shape.rows));
    }
    job->right = sides.b.data;
    if (product.transposeB && !job->columns) {
        ASSIGN_OR_RETURN(job->right, turned(context, job->right, sides.shape.columns, sides.shape.depth));
    }
    if (job->columns) context.state() = job;
    return job;
}

Result<void> multiply(KernelContext& context, Multiplication& job, const kernels::IntegerTarget& target) {
    job.sides.target = target;
    job.sides.by = context.parameters().gemm;
    if (job.pairs.empty()) return {};
    return job.columns ? multiplyKept(context, job.sides, *job.columns, job.pairs)
                       : multiplyFresh(context, job.sides, job.right, job.pairs);
}

bool othersAreConstant(const KernelContext& context) {
    for (std::size_t i = 1; i < context.inputCount(); ++i)
        if (context.input(i) && !context.isConstant(i)) return false;
    return true;
}

} // namespace

Result<void> multiplyCodes(KernelContext& context, const IntegerProduct& product,
                           const std::optional<Requantization>& codes) {
    ASSIGN_OR_RETURN(auto shape, shapeOf(product));
    ASSIGN_OR_RETURN(const auto out, SumOutput::make(context, shape.dims, codes));
    ASSIGN_OR_RETURN(const auto job, prepared(context, product, std::move(shape),
                                              codes ? codes->multipliers : std::vector<float>()));
    if (codes && job->columns && !product.transposeA && product.a == context.input(0) &&
        othersAreConstant(context)) {
        job->left = product.a->dims();
        job->leftType = product.a->dtype();
        job->codes = codes->type;
    }
    return multiply(context, *job, out.target);
}

Result<bool> multiplyAgain(KernelContext& context) {
    if (!context.state()) return false;
    const auto job = std::static_pointer_cast<Multiplication>(context.state());
    const ir::Tensor* a = context.input(0);
    if (job->left.empty() || !a || a->dims() != job->left || a->dtype() != job->leftType) return false;
    if (job->columns->tiles != kernels::table().integer || !othersAreConstant(context)) return false;
    ASSIGN_OR_RETURN(auto out, context.output(0, job->codes, job->sides.shape.dims));
    job->sides.left = a->as<std::uint8_t>().data();
    kernels::IntegerTarget target = job->sides.target;
    target.codes = out.as<std::uint8_t>().data();
    RETURN_IF_ERROR(multiply(context, *job, target));
    return true;
}

Result<void> multiplyCodesScaled(KernelContext& context, const IntegerProduct& product,
                                 std::span<const float> scales, std::span<const float> bias) {
    ASSIGN_OR_RETURN(auto shape, shapeOf(product));
    const auto columns = static_cast<std::size_t>(shape.columns);
    ASSIGN_OR_RETURN(auto out, SumOutput::make(context, shape.dims, std::nullopt, ir::DataType::Float32));
    ASSIGN_OR_RETURN(const auto job, prepared(context, product, std::move(shape), {}));
    RETURN_IF_ERROR(multiply(context, *job, out.target));
    std::vector<float> factors(scales.begin(), scales.end());
    if (columns > 0) factors.resize(columns, factors.front());
    std::vector<float> added(bias.begin(), bias.end());
    if (!added.empty() && columns > 0) added.resize(columns, added.front());
    const std::span<float> all = out.tensor.as<float>();
    for (std::size_t begin = 0; begin < all.size(); begin += columns) {
        float* line = all.data() + begin;
        for (std::size_t j = 0; j < columns; ++j) {
            std::int32_t sum = 0;
            std::memcpy(&sum, line + j, sizeof sum);
            line[j] = static_cast<float>(sum) * factors[j];
        }
        if (!added.empty())
            for (std::size_t j = 0; j < columns; ++j)
                line[j] += added[j];
    }
    return {};
}

std::int64_t columnsOf(const ir::Tensor& b, bool transposed) {
    if (b.rank() < 2) return 1;
    return b.dims()[b.dims().size() - (transposed ? 2 : 1)];
}

Result<ir::TensorType> inferProduct(const ir::TensorType& left, const ir::TensorType& right) {
    ir::TensorType result(ir::DataType::Int32);
    if (!left.shape || !right.shape) return result;
    auto a = *left.shape;
    auto b = *right.shape;
    if (a.empty() || b.empty()) return badInput(say("a scalar has no matrix product"));
    const bool row = a.size() == 1;
    const bool column = b.size() == 1;
    if (row) a.insert(a.begin(), ir::Dim(1));
    if (column) b.emplace_back(1);
    const ir::Dim& inner = a.back();
    const ir::Dim& other = b[b.size() - 2];
    if (inner.known() && other.known() && inner != other)
        return badInput(say("inputs are {1} and {2}", left.text(), right.text()));
    ASSIGN_OR_RETURN(auto shape, broadcastShapes({a.begin(), a.end() - 2}, {b.begin(), b.end() - 2}));
    if (!row) shape.push_back(a[a.size() - 2]);
    if (!column) shape.push_back(b.back());
    result.shape = std::move(shape);
    return result;
}

ParameterSpace integerProductParameters(const NodeWork& work) {
    if (work.products.size() != 1) return {};
    const MatrixProduct& product = work.products.front();
    if (product.m < 1 || product.n < 1 || product.k < 1) return {};
    const IntegerTiles& tiles = *kernels::table().integer;
    ParameterSpace space;
    space.axes.push_back({"n", fromTo(tiles.columns, product.n)});
    space.axes.push_back({"m", fromTo(tiles.rows, product.m)});
    return space;
}

} // namespace edgewright::ops
