// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products of 8-bit codes, QLinearMatMul, QGemm and MatMulInteger: exact sums on tensor cores, and codes
// as this machine rounds them.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/coded.h"
#include "core/gpu/layers/layer_rule.h"

#include <algorithm>
#include <utility>

namespace edgewright::gpu::code_product_layer {

namespace {

constexpr std::int64_t MaxProducts = 256; // of one operator, some launches each
constexpr std::size_t None = 99;          // no input of any of them

// Inputs, by operator.
struct Inputs {
    std::size_t right, zero, rightZeros, bias, outScale, outZero;
};
constexpr Inputs OfSums{1, 2, 3, None, None, None}, OfCodes{3, 2, 5, None, 6, 7}, OfGemm{3, 2, 5, 6, 7, 8};

bool isGemm(const ir::Node& node) { return node.domain == "com.microsoft" && node.op == "QGemm"; }

struct Shape {
    std::int64_t products = 1, m = 0, n = 0, k = 0;
    bool isTurned = false; // the right matrix is [n][k]
};

Result<Shape> shapeOf(const LayerContext& context, std::size_t right) {
    ASSIGN_OR_RETURN(const ir::Dims a, context.dims(0, Numbers::Codes));
    ASSIGN_OR_RETURN(const ir::Dims b, context.dims(right, Numbers::Codes));
    if (a.size() < 2 || b.size() < 2) return unsupported(say("one side is a vector"));
    Shape s;
    s.m = a[a.size() - 2], s.k = a.back(), s.n = b.back();
    if (isGemm(context.node())) {
        if (context.node().intOr("transA", 0) != 0) return unsupported(say("its left matrix is transposed"));
        s.isTurned = context.node().intOr("transB", 0) != 0;
        if (s.isTurned) s.n = b[0];
        return s;
    }
    s.products = countOf(a) / (s.m * s.k);
    if (b.size() == 2) // shared by all matrices on the left, which are one then
        s.m *= std::exchange(s.products, 1);
    else if (a.size() != b.size() || !std::equal(a.begin(), a.end() - 2, b.begin()) || s.products > MaxProducts)
        return unsupported(say("its matrices are repeated, or more than {1}", MaxProducts));
    return s;
}

// The right matrix of each product as rows of codes, and what is known of its sums.
struct Right {
    Operand given = Nothing{}; // to be turned for each product; nothing: `rows` are a constant
    Operand rows = Nothing{};
    int flip = 0, zero = 0; // with a sign
};

Result<void> makeProducts(LayerContext& context, const Shape& s, const Right& right, CodeEnding ending,
                          int leftZero) {
    ASSIGN_OR_RETURN(const Operand given, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    const Operand left = context.scratch(s.m * codeRow(s.k), Type::Int8);
    const bool isMade = !std::holds_alternative<Nothing>(right.given);
    if (isMade && leftZero != 0) ending.terms = context.scratch(s.n, Type::Int32);
    const bool hasFactors = !std::holds_alternative<Nothing>(ending.factors);
    if (hasFactors) ending.places = context.scratch(s.m, Type::Int32);
    // Sums wrap around.
    const auto constant = static_cast<std::int32_t>(static_cast<std::uint32_t>(s.k * leftZero * right.zero));
    for (std::int64_t i = 0; i < s.products; ++i) {
        context.launch(
            codesLaunch(s.m, s.k, {s.k, 1}, flipOf(context.type(0)), from(given, i * s.m * s.k), left));
        if (hasFactors) context.launch(codeSumsLaunch(s.m, s.k, 0, 1, left, ending.places));
        if (isMade)
            context.launch(codesLaunch(s.n, s.k, s.isTurned ? MatrixSteps{s.k, 1} : MatrixSteps{1, s.n},
                                       right.flip, from(right.given, i * s.k * s.n), right.rows));
        if (isMade && leftZero != 0)
            context.launch(codeSumsLaunch(s.n, s.k, constant, -leftZero, right.rows, ending.terms));
        RETURN_IF_ERROR(
            context.multiplyCodes(s.m, s.n, s.k, true, ending, left, right.rows, from(y, i * s.m * s.n)));
    }
    return {};
}

Result<void> endOf(LayerContext& context, const Shape& s, const Inputs& inputs, CodeEnding& ending) {
    if (inputs.outScale == None) {
        ending.result = CodeResult::Sums;
        RETURN_IF_ERROR(context.resultDims(Numbers::Int32));
        return {};
    }
    ASSIGN_OR_RETURN(const std::vector<float> in, scalesOf(context, 1));
    ASSIGN_OR_RETURN(std::vector<float> multipliers, scalesOf(context, 4, s.n));
    const float alpha = isGemm(context.node()) ? context.node().floatOr("alpha", 1) : 1.0f;
    for (float& each : multipliers) // each step is rounded, as this machine does
        each = alpha * in.front() * each;
    if (!context.node().hasInput(inputs.outScale)) {
        ending.result = CodeResult::Floats;
        RETURN_IF_ERROR(context.resultDims());
        ending.scales = context.weight(std::move(multipliers));
        return {};
    }
    RETURN_IF_ERROR(context.resultDims(Numbers::Codes));
    ASSIGN_OR_RETURN(const std::vector<float> out, scalesOf(context, inputs.outScale));
    for (float& each : multipliers)
        each = each / out.front();
    return endInCodes(context, ending, std::move(multipliers), inputs.outZero);
}

Result<void> make(LayerContext& context) {
    const Inputs inputs = isGemm(context.node())               ? OfGemm
                          : context.node().is("QLinearMatMul") ? OfCodes
                                                               : OfSums;
    ASSIGN_OR_RETURN(const Shape s, shapeOf(context, inputs.right));
    ASSIGN_OR_RETURN(const std::vector<int> zero, zerosOf(context, inputs.zero, context.type(0)));
    const int leftZero = zero.front() - flipOf(context.type(0));
    CodeEnding ending;
    RETURN_IF_ERROR(endOf(context, s, inputs, ending));
    std::vector<int> bias;
    if (inputs.bias != None) {
        ASSIGN_OR_RETURN(bias, biasOf(context, inputs.bias, s.n));
    }
    Right right;
    right.flip = flipOf(context.type(inputs.right));
    if (s.products == 1 && context.constant(inputs.right)) {
        ASSIGN_OR_RETURN(const CodeMatrix matrix,
                         codeMatrixOf(context, inputs.right, inputs.rightZeros, s.n, s.k, !s.isTurned));
        right.rows = codeWeight(context, matrix, codeRow(s.k));
        ending.terms = wholeWeight(context, termsOf(matrix, leftZero, bias));
        if (matrix.hasZeros()) ending.factors = wholeWeight(context, matrix.zeros);
        return makeProducts(context, s, right, ending, leftZero);
    }
    if (!bias.empty()) return unsupported(say("its bias belongs to a matrix that is no constant"));
    ASSIGN_OR_RETURN(const std::vector<int> zeros,
                     zerosOf(context, inputs.rightZeros, context.type(inputs.right)));
    right.zero = zeros.front() - right.flip;
    ASSIGN_OR_RETURN(right.given, context.input(inputs.right));
    right.rows = context.scratch(s.n * codeRow(s.k), Type::Int8);
    if (right.zero != 0) ending.factors = wholeWeight(context, s.n, right.zero);
    return makeProducts(context, s, right, ending, leftZero);
}

} // namespace

extern const LayerRule entry{"code_product",
                             [](const ir::Node& node, std::int64_t) {
                                 return node.is("QLinearMatMul") || node.is("MatMulInteger") || isGemm(node);
                             },
                             make};

} // namespace edgewright::gpu::code_product_layer
