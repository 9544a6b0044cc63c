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
    ASSIGN_OR_RETURN(shape.matrices, broadcastPlan(std::array{ir::Dims(left.begin(), left.end() - 2),
                                                              ir::Dims(right.begin(), right.end() - 2)}));
    shape.dims = shape.matrices.dims;
    if (!row) shape.dims.push_back(shape.rows);
    if (!column) shape.dims.push_back(shape.columns);
    const auto elements = checkedProduct(shape.dims);
    constexpr std::int64_t maxElements = std::int64_t(1) << 32;
    if (!elements || *elements > maxElements) return badInput(say("the output has too many elements"));
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

Result<PackedColumns> packColumns(KernelContext& context, bool kept, const IntegerTiles& tiles,
                                  const std::uint8_t* codes, std::uint8_t flip, std::int64_t matrices,
                                  const Shape& shape) {
    PackedColumns packed;
    packed.tiles = &tiles;
    const std::int64_t units = ceilDiv(shape.depth, tiles.depth);
    packed.stride = ceilDiv(shape.columns, tiles.columns) * tiles.columns * units;
    const ir::Dims dims{matrices, packed.stride};
    ASSIGN_OR_RETURN(auto space, kept ? context.allocatePrepared(ir::DataType::UInt32, dims)
                                      : context.scratchTensor(ir::DataType::UInt32, dims));
    std::ranges::fill(space.mutableBytes(), std::byte{0});
    packed.units = std::move(space);
    packed.sums.assign(static_cast<std::size_t>(matrices * shape.columns), 0);
    std::uint32_t* to = packed.units.as<std::uint32_t>().data();
    std::int32_t* sums = packed.sums.data();
    for (std::int64_t i = 0; i < matrices; ++i, codes += shape.depth * shape.columns, sums += shape.columns) {
        for (std::int64_t j = 0; j < shape.columns; j += tiles.columns, to += tiles.columns * units)
            tiles.interleave(codes + j, shape.columns, shape.depth,
                             std::min<std::int64_t>(tiles.columns, shape.columns - j), flip, to, tiles.columns);
        for (std::int64_t k = 0; k < shape.depth; ++k)
            for (std::int64_t j = 0; j < shape.columns; ++j)
                sums[j] += static_cast<std::uint8_t>(codes[k * shape.columns + j] ^ flip);
    }
    return packed;
}

Result<std::shared_ptr<const PackedColumns>> columnsFor(KernelContext& context, const IntegerProduct& product,
                                                        const ByteCodes& b, const Shape& shape) {
    const IntegerTiles& tiles = *kernels::table().integer;
    const bool kept = context.isConstant(product.bIndex);
    if (kept && context.state()) {
        auto columns = std::static_pointer_cast<const PackedColumns>(context.state());
        if (columns->tiles == &tiles && columns->source == b.data) return columns;
    }
    const std::int64_t matrix = shape.depth * shape.columns;
    const std::int64_t matrices = matrix == 0 ? 0 : product.b->elements() / matrix;
    ASSIGN_OR_RETURN(auto straight, product.transposeB ? turned(context, b.data, shape.columns, shape.depth)
                                                       : Result<const std::uint8_t*>(b.data));
    ASSIGN_OR_RETURN(auto packed, packColumns(context, kept, tiles, straight, b.flip, matrices, shape));
    packed.source = b.data;
    auto columns = std::make_shared<PackedColumns>(std::move(packed));
    if (kept) context.state() = columns;
    return std::shared_ptr<const PackedColumns>(std::move(columns));
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

Result<void> multiplyInto(KernelContext& context, const IntegerProduct& product, const Shape& shape,
                          const std::vector<float>& multipliers, const kernels::IntegerTarget& target) {
    ASSIGN_OR_RETURN(const auto bias, biasOf(product.bias, shape));
    ASSIGN_OR_RETURN(const auto a, byteCodes(*product.a, product.aZeros, true));
    ASSIGN_OR_RETURN(const auto b, byteCodes(*product.b, product.bZeros, false));
    if (shape.matrices.elements == 0 || shape.rows == 0 || shape.columns == 0) return {};
    ASSIGN_OR_RETURN(const auto columns, columnsFor(context, product, b, shape));
    const PackedColumns& right = *columns;
    const IntegerTiles& tiles = *right.tiles;
    const std::uint8_t* left = a.data;
    if (product.transposeA) {
        ASSIGN_OR_RETURN(left, turned(context, a.data, shape.depth, shape.rows));
    }
    std::vector<float> scales = multipliers;
    if (!scales.empty()) scales.resize(static_cast<std::size_t>(shape.columns), scales.front());

    std::vector<Pair> pairs;
    forEachRun(shape.matrices, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            pairs.push_back(
                {offsets[0] + i * shape.matrices.inner(0), offsets[1] + i * shape.matrices.inner(1), at + i});
    });

    // Rows with zero points or biases of their own are taken one by one.
    const bool single = a.zeros.size() > 1 || bias.row != 0;
    const std::int64_t blockRows = single ? 1 : 8 * tiles.rows;
    const std::int64_t rowBlocks = ceilDiv(shape.rows, blockRows);
    const std::int64_t units = ceilDiv(shape.depth, tiles.depth);
    const std::int64_t panels = ceilDiv(shape.columns, tiles.columns);
    const std::int64_t work = std::int64_t(pairs.size()) * shape.rows * shape.columns / 50 *
                              std::max<std::int64_t>(shape.depth, 10) / 10;
    const std::int64_t blocks = std::int64_t(pairs.size()) * rowBlocks;
    const int wanted = usefulThreads(context.threads(), work, blocks * panels);
    // Columns are cut so that a block of them stays in the cache, and so that every thread has a share.
    constexpr std::int64_t cached = 64 * 1024; // units
    const std::int64_t share = blocks >= wanted ? panels : ceilDiv(panels, ceilDiv(wanted, blocks));
    const std::int64_t chunk =
        std::clamp<std::int64_t>(cached / std::max<std::int64_t>(units * tiles.columns, 1), 1, share);
    const std::int64_t chunks = ceilDiv(panels, chunk);
    const int threads = usefulThreads(wanted, work, blocks);
    const bool split = threads < wanted; // fewer blocks of rows than threads
    const std::int64_t parts = split ? chunks : 1;
    const int workers = split ? wanted : threads;

    // Each worker: panels of rows, their sums and terms, terms and factors of columns.
    const std::int64_t rowUnits = ceilDiv(blockRows, tiles.rows) * tiles.rows;
    const std::int64_t columnUnits = chunk * tiles.columns;
    const std::int64_t worker = ceilDiv(rowUnits * (units + 2) + 2 * columnUnits, 16) * 16;
    const auto bytes = checkedMul(worker * workers, 4);
    if (!bytes) return badInput(say("the product is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));

    parallelFor(workers, blocks * parts, [&](std::int64_t task, int index) {
        if (context.run().stopped()) return;
        const Pair& pair = pairs[static_cast<std::size_t>(task / parts / rowBlocks)];
        const std::int64_t row = task / parts % rowBlocks * blockRows;
        const std::int64_t m = std::min(blockRows, shape.rows - row);
        auto* rowPanels = reinterpret_cast<std::uint32_t*>(memory.data()) + index * worker;
        auto* rowSums = reinterpret_cast<std::int32_t*>(rowPanels + rowUnits * units);
        std::int32_t* rowTerms = rowSums + rowUnits;
        std::int32_t* columnTerms = rowTerms + rowUnits;
        std::int32_t* columnFactors = columnTerms + columnUnits;
        tiles.packRows(left + (pair.a * shape.rows + row) * shape.depth, shape.depth, m, shape.depth, a.flip,
                       rowPanels, rowSums);
        const std::int32_t aZero = a.zeros[a.zeros.size() > 1 ? static_cast<std::size_t>(row) : 0];
        const bool sameZero = b.zeros.size() == 1;
        for (std::int64_t i = 0; i < m; ++i) {
            const std::uint32_t rest = word(rowSums[i]) - word(shape.depth) * word(aZero);
            rowSums[i] = static_cast<std::int32_t>(rest);
            rowTerms[i] = static_cast<std::int32_t>(0 - word(b.zeros.front()) * rest);
        }
        const std::int64_t firstChunk = split ? task % parts : 0;
        for (std::int64_t c = firstChunk; c < (split ? firstChunk + 1 : chunks); ++c) {
            const std::int64_t column = c * columnUnits;
            kernels::IntegerBlock block{};
            block.m = m;
            block.n = std::min(columnUnits, shape.columns - column);
            block.k = units;
            const std::int32_t* columnSums = right.sums.data() + pair.b * shape.columns + column;
            for (std::int64_t j = 0; j < block.n; ++j)
                columnTerms[j] =
                    static_cast<std::int32_t>(bias.at(row, column + j) - word(aZero) * word(columnSums[j]));
            if (sameZero)
                block.rowTerm = rowTerms;
            else {
                for (std::int64_t j = 0; j < block.n; ++j)
                    columnFactors[j] =
                        static_cast<std::int32_t>(0 - word(b.zeros[static_cast<std::size_t>(column + j)]));
                block.rowFactor = rowSums;
                block.columnFactor = columnFactors;
            }
            block.columnTerm = columnTerms;
            block.a = rowPanels;
            block.aPanel = units * tiles.rows;
            block.b = right.units.as<std::uint32_t>().data() + pair.b * right.stride + column * units;
            block.bPanel = units * tiles.columns;
            if (!scales.empty()) block.columnScale = scales.data() + column;
            block.stride = shape.columns;
            block.target = advanced(target, (pair.out * shape.rows + row) * shape.columns + column);
            tiles.block(block);
        }
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace

Result<void> multiplyCodes(KernelContext& context, const IntegerProduct& product,
                           const std::optional<Requantization>& codes) {
    ASSIGN_OR_RETURN(const auto shape, shapeOf(product));
    ASSIGN_OR_RETURN(const auto out, SumOutput::make(context, shape.dims, codes));
    return multiplyInto(context, product, shape, codes ? codes->multipliers : std::vector<float>(), out.target);
}

Result<void> multiplyCodesScaled(KernelContext& context, const IntegerProduct& product,
                                 std::span<const float> scales, std::span<const float> bias) {
    ASSIGN_OR_RETURN(const auto shape, shapeOf(product));
    ASSIGN_OR_RETURN(auto out, SumOutput::make(context, shape.dims, std::nullopt, ir::DataType::Float32));
    const auto done = multiplyInto(context, product, shape, {}, out.target);
    if (!done) return done;
    const auto columns = static_cast<std::size_t>(shape.columns);
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

} // namespace edgewright::ops
