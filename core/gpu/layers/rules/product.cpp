// SPDX-License-Identifier: GPL-3.0-or-later
// Gemm and MatMul as matrix products; what depends on constants alone is made of them once.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/layer_rule.h"

#include <algorithm>
#include <utility>

namespace edgewright::gpu::product_layer {

namespace {

constexpr std::int64_t MaxProducts = 256; // of one operator, a launch each

std::vector<float> turned(const std::vector<float>& numbers, std::int64_t rows, std::int64_t columns) {
    std::vector<float> result(numbers.size());
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < columns; ++j)
            result[static_cast<std::size_t>(j * rows + i)] = numbers[static_cast<std::size_t>(i * columns + j)];
    return result;
}

// The right matrix as [k][n], times `alpha`.
Result<Operand> rightOf(LayerContext& context, std::int64_t k, std::int64_t n, bool isTurned, float alpha) {
    if (!isTurned && alpha == 1) return context.input(1);
    if (context.constant(1)) {
        ASSIGN_OR_RETURN(std::vector<float> numbers, context.numbers(1));
        if (isTurned) numbers = turned(numbers, n, k);
        for (float& each : numbers)
            each *= alpha;
        return context.weight(std::move(numbers));
    }
    if (alpha != 1) return unsupported(say("its factor alpha is not 1"));
    const Operand right = context.scratch(k * n);
    ASSIGN_OR_RETURN(const Operand given, context.input(1));
    context.launch(transposeLaunch(n, k, given, right));
    return right;
}

// Gemm's third matrix, which is repeated to [m][n], as bias of columns or as residual.
Result<void> addThird(LayerContext& context, std::int64_t m, std::int64_t n) {
    if (!context.node().hasInput(2)) return {};
    const float beta = context.node().floatOr("beta", 1);
    ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(2));
    Ending ending = context.ending();
    const std::int64_t count = countOf(dims);
    const bool isRow = count == n && (n == 1 || (!dims.empty() && dims.back() == n));
    if (isRow || count == 1) {
        if (isRow && beta == 1) {
            ASSIGN_OR_RETURN(ending.bias, context.input(2));
        } else {
            ASSIGN_OR_RETURN(std::vector<float> numbers, context.numbers(2));
            if (!isRow) numbers.resize(static_cast<std::size_t>(n), numbers.front());
            for (float& each : numbers)
                each *= beta;
            ending.bias = context.weight(std::move(numbers));
        }
    } else if (count == m * n && beta == 1 && std::holds_alternative<Nothing>(ending.residual)) {
        ASSIGN_OR_RETURN(ending.residual, context.input(2));
    } else {
        return unsupported(say("its third matrix is not a row"));
    }
    context.keep(ending);
    return {};
}

// The right matrix as rows of halves, [n][k], times `alpha`, where it is a constant; else its place, which
// a launch fills.
Result<Operand> halfRightOf(LayerContext& context, std::int64_t k, std::int64_t n, bool isTurned, float alpha) {
    if (!context.constant(1)) {
        if (alpha != 1) return unsupported(say("its factor alpha is not 1"));
        return context.halfScratch(n, k);
    }
    ASSIGN_OR_RETURN(std::vector<float> numbers, context.numbers(1));
    if (!isTurned) numbers = turned(numbers, k, n);
    for (float& each : numbers)
        each *= alpha;
    return context.halfWeight(numbers, n, k);
}

Result<void> makeHalfGemm(LayerContext& context, std::int64_t m, std::int64_t n, std::int64_t k, bool isTurned,
                          float alpha) {
    ASSIGN_OR_RETURN(const Operand right, halfRightOf(context, k, n, isTurned, alpha));
    RETURN_IF_ERROR(addThird(context, m, n));
    if (!context.constant(1)) {
        ASSIGN_OR_RETURN(const Operand given, context.input(1));
        context.convert(halvesLaunch(n, k, isTurned ? MatrixSteps{k, 1} : MatrixSteps{1, n}, given, right));
    }
    ASSIGN_OR_RETURN(const Operand given, context.input(0));
    ASSIGN_OR_RETURN(const Operand result, context.result());
    const Operand left = context.halfScratch(m, k);
    context.convert(halvesLaunch(m, k, {k, 1}, given, left));
    context.multiplyHalves(m, n, k, true, context.ending(), left, right, result);
    return {};
}

Result<void> makeGemm(LayerContext& context) {
    const ir::Node& node = context.node();
    if (node.intOr("transA", 0) != 0) return unsupported(say("its left matrix is transposed"));
    ASSIGN_OR_RETURN(const ir::Dims a, context.dims(0));
    ASSIGN_OR_RETURN(const ir::Dims b, context.dims(1));
    ASSIGN_OR_RETURN(const ir::Dims y, context.resultDims());
    if (a.size() != 2 || b.size() != 2 || y.size() != 2)
        return unsupported(say("its matrices have other axes than two"));
    const std::int64_t m = y[0], n = y[1], k = a[1];
    const bool isTurned = node.intOr("transB", 0) != 0;
    const float alpha = node.floatOr("alpha", 1);
    if (context.multipliesHalves()) return makeHalfGemm(context, m, n, k, isTurned, alpha);
    ASSIGN_OR_RETURN(const Operand right, rightOf(context, k, n, isTurned, alpha));
    RETURN_IF_ERROR(addThird(context, m, n));
    ASSIGN_OR_RETURN(const Operand left, context.input(0));
    ASSIGN_OR_RETURN(const Operand result, context.result());
    context.launch(
        endedProductLaunch(m, n, k, true, context.ending(), left, right, result, context.tilesFor(m, n)));
    return {};
}

// `products` matrices one after the other, in the same scratch memory; one product may have a constant.
Result<void> makeHalfProducts(LayerContext& context, std::int64_t products, std::int64_t m, std::int64_t n,
                              std::int64_t k) {
    if (products == 1) return makeHalfGemm(context, m, n, k, false, 1);
    ASSIGN_OR_RETURN(const Operand givenLeft, context.input(0));
    ASSIGN_OR_RETURN(const Operand givenRight, context.input(1));
    ASSIGN_OR_RETURN(const Operand result, context.result());
    const Operand left = context.halfScratch(m, k), right = context.halfScratch(n, k);
    for (std::int64_t i = 0; i < products; ++i) {
        Ending ending = context.ending();
        ending.residual = from(ending.residual, i * m * n);
        context.convert(halvesLaunch(m, k, {k, 1}, from(givenLeft, i * m * k), left));
        context.convert(halvesLaunch(n, k, {1, n}, from(givenRight, i * k * n), right));
        context.multiplyHalves(m, n, k, true, ending, left, right, from(result, i * m * n));
    }
    return {};
}

Result<void> makeMatMul(LayerContext& context) {
    ASSIGN_OR_RETURN(const ir::Dims a, context.dims(0));
    ASSIGN_OR_RETURN(const ir::Dims b, context.dims(1));
    RETURN_IF_ERROR(context.resultDims());
    if (a.size() < 2 || b.size() < 2) return unsupported(say("one side is a vector"));
    const std::int64_t k = a.back(), n = b.back();
    const bool isShared = b.size() == 2; // by all matrices on the left, which are one then
    std::int64_t m = a[a.size() - 2], products = countOf(a) / (m * k);
    if (isShared)
        m *= std::exchange(products, 1);
    else if (a.size() != b.size() || !std::equal(a.begin(), a.end() - 2, b.begin()) || products > MaxProducts)
        return unsupported(say("its matrices are repeated, or more than {1}", MaxProducts));
    if (context.multipliesHalves()) return makeHalfProducts(context, products, m, n, k);
    ASSIGN_OR_RETURN(const Operand left, context.input(0));
    ASSIGN_OR_RETURN(const Operand right, context.input(1));
    ASSIGN_OR_RETURN(const Operand result, context.result());
    for (std::int64_t i = 0; i < products; ++i) {
        Ending ending = context.ending();
        ending.residual = from(ending.residual, i * m * n);
        context.launch(endedProductLaunch(m, n, k, true, ending, from(left, i * m * k), from(right, i * k * n),
                                          from(result, i * m * n), context.tilesFor(m, n)));
    }
    return {};
}

Result<void> make(LayerContext& context) {
    return context.node().is("Gemm") ? makeGemm(context) : makeMatMul(context);
}

} // namespace

extern const LayerRule entry{
    "product", [](const ir::Node& node, std::int64_t) { return node.is("Gemm") || node.is("MatMul"); }, make,
    Takes::OfLast};

} // namespace edgewright::gpu::product_layer
