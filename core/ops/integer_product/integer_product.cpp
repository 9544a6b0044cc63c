// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/integer_product.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/integer_sides.h"
#include "core/ops/integer_product/small_product.h"
#include "core/ops/parameter_space.h"
#include "core/ops/work.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace edgewright::ops {

namespace {

using kernels::IntegerTiles;

Result<IntegerShape> shapeOf(const IntegerProduct& product) {
    ir::Dims left = product.a->dims();
    ir::Dims right = product.b->dims();
    if (left.empty() || right.empty()) return badInput(say("a scalar has no matrix product"));
    const bool row = left.size() == 1;
    const bool column = right.size() == 1;
    if (row) left.insert(left.begin(), 1);
    if (column) right.push_back(1);
    if (product.transposeA) std::swap(left[left.size() - 2], left.back());
    if (product.transposeB) std::swap(right[right.size() - 2], right.back());
    IntegerShape shape;
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

Result<IntegerColumns> packColumns(KernelContext& context, const IntegerTiles& tiles, const std::uint8_t* codes,
                                   std::uint8_t flip, std::int64_t matrices, const IntegerShape& shape) {
    IntegerColumns packed;
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
Result<std::shared_ptr<const IntegerColumns>> keptColumns(KernelContext& context, const IntegerProduct& product,
                                                          const ByteCodes& b, const IntegerShape& shape,
                                                          const std::shared_ptr<const IntegerColumns>& before) {
    if (!context.isConstant(product.bIndex)) return std::shared_ptr<const IntegerColumns>();
    const IntegerTiles& tiles = *kernels::table().integer;
    if (before && before->tiles == &tiles && before->source == b.data) return before;
    const std::int64_t matrix = shape.depth * shape.columns;
    const std::int64_t matrices = matrix == 0 ? 0 : product.b->elements() / matrix;
    ASSIGN_OR_RETURN(auto straight, product.transposeB ? turned(context, b.data, shape.columns, shape.depth)
                                                       : Result<const std::uint8_t*>(b.data));
    ASSIGN_OR_RETURN(auto packed, packColumns(context, tiles, straight, b.flip, matrices, shape));
    packed.source = b.data;
    return std::shared_ptr<const IntegerColumns>(std::make_shared<IntegerColumns>(std::move(packed)));
}

Result<IntegerBias> biasOf(const ir::Tensor* tensor, const IntegerShape& shape) {
    IntegerBias bias;
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

// A product made ready to be computed, and the state of its node where the right side is packed.
struct Multiplication {
    IntegerSides sides;
    std::shared_ptr<const IntegerColumns> columns; // null: `right` is packed where it is multiplied
    const std::uint8_t* right = nullptr;
    std::vector<MatrixPair> pairs;
    // What the left side was; without extents where the next run may differ in more than its elements.
    ir::Dims left;
    ir::DataType leftType = ir::DataType::Undefined, codes = ir::DataType::Undefined;
};

// Terms that every run with these zero points has.
void keepColumnTerms(Multiplication& job) {
    IntegerSides& sides = job.sides;
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
                                                 IntegerShape shape, const std::vector<float>& multipliers) {
    auto job = std::make_shared<Multiplication>();
    IntegerSides& sides = job->sides;
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
    if (codes && suitsSmallProduct(context, product, shape, *codes))
        return multiplySmall(context, product, shape, *codes, out.target);
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
