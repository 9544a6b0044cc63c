// SPDX-License-Identifier: GPL-3.0-or-later
// A times the transposed weights [N, K], which are codes of few bits with a scale for each block of a row.
#include "core/base/propagate.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/packed_weights.h"

namespace edgewright::ops::mat_mul_n_bits {

namespace {

constexpr std::size_t Codes = 1, Scales = 2, Zeros = 3, Groups = 4, Bias = 5;

struct Extents {
    std::int64_t n = 0, k = 0, block = 0, bits = 0;
    std::int64_t blocks() const { return ceilDiv(k, block); }
};

Result<Extents> extentsOf(const ir::Node& node) {
    const Extents e{node.intOr("N", 0), node.intOr("K", 0), node.intOr("block_size", 0), node.intOr("bits", 4)};
    for (const auto& [name, value] :
         {std::pair("N", e.n), std::pair("K", e.k), std::pair("block_size", e.block)})
        if (value < 1 || value > INT32_MAX)
            return badInput(std::string(name) + " is " + std::to_string(value) +
                            " where a number from 1 to 2147483647 is expected");
    return e;
}

Result<void> checkInput(const ir::TensorType& a, const Extents& e) {
    if (!a.shape) return {};
    if (a.shape->empty() || (a.shape->back().known() && a.shape->back() != ir::Dim(e.k)))
        return badInput("A is " + a.text() + " where rows of K = " + std::to_string(e.k) + " are expected");
    return {};
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    ASSIGN_OR_RETURN(const auto e, extentsOf(context.node()));
    RETURN_IF_ERROR(checkInput(*a, e));
    ir::TensorType out = *a;
    if (out.shape) out.shape->back() = ir::Dim(e.n);
    context.setOutput(0, std::move(out));
    return {};
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types) {
    ASSIGN_OR_RETURN(const auto a, ops::extentsOf(inputs, 0));
    ASSIGN_OR_RETURN(const auto e, extentsOf(node));
    RETURN_IF_ERROR(checkInput(inputs[0], e));
    const auto rows = checkedProduct(std::span(a).first(a.size() - 1));
    if (!rows) return badInput("the operands are too large");
    return MatrixProducts{{.m = *rows, .n = e.n, .k = e.k}};
}

// Without those that fill the last block of a row.
std::optional<std::int64_t> packedElements(const ir::Node& node, std::size_t index,
                                           const ir::TensorType& input) {
    const auto e = extentsOf(node);
    const auto codes = e && index == Codes ? packedCodes(input, e->bits) : std::nullopt;
    return codes ? std::optional(std::min(*codes, e->n * e->k)) : std::nullopt;
}

// An optional input with so many elements of this type; null: omitted.
Result<const ir::Tensor*> optionalOperand(const KernelContext& context, std::size_t index,
                                          bool fits(ir::DataType), std::int64_t elements, const char* what) {
    if (!context.node().hasInput(index)) return static_cast<const ir::Tensor*>(nullptr);
    ASSIGN_OR_RETURN(const auto given, operand(context, index));
    if (!fits(given->dtype()) || given->elements() != elements)
        return badInput(std::string(what) + " is " + given->type().text() + " where " +
                        std::to_string(elements) + " elements are expected");
    return given;
}

Result<PackedWeights> codesOf(const KernelContext& context, const Extents& e) {
    ASSIGN_OR_RETURN(const auto perByte, codesPerByte(e.bits));
    if (context.node().intOr("weight_prepacked", 0) != 0)
        return unsupported("weights that are packed for one processor are not supported");
    ASSIGN_OR_RETURN(const auto given, operandOfType(context, Codes, ir::DataType::UInt8));
    PackedWeights weights{.rows = e.n, .columns = e.k, .block = e.block, .bits = static_cast<int>(e.bits)};
    weights.rowBytes = e.blocks() * ceilDiv(e.block, perByte);
    if (e.block % perByte != 0 || checkedMul(e.n, weights.rowBytes) != given->elements())
        return badInput("B is " + given->type().text() + " where " + std::to_string(e.n) + " rows of " +
                        std::to_string(e.blocks()) + " blocks of " + std::to_string(e.block) + " codes of " +
                        std::to_string(e.bits) + " bits are expected");
    weights.codes = given->bytes().data();
    return weights;
}

Result<void> checkGroups(std::span<const std::int32_t> groups, std::int64_t blocks) {
    for (const std::int32_t group : groups)
        if (group < 0 || group >= blocks)
            return badInput("g_idx holds " + std::to_string(group) + " where there are " +
                            std::to_string(blocks) + " blocks");
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto e, extentsOf(context.node()));
    RETURN_IF_ERROR(checkInput(a->type(), e));
    ASSIGN_OR_RETURN(auto weights, codesOf(context, e));
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, Scales));
    if (checkedMul(e.n, e.blocks()) != given->elements())
        return badInput("the scales are " + given->type().text() + " where " + std::to_string(e.n) +
                        " rows of " + std::to_string(e.blocks()) + " are expected");
    ASSIGN_OR_RETURN(const auto scales, asFloat32(context, *given));
    weights.scales = scales.as<float>().data();
    ir::Tensor zeros;
    if (context.node().hasInput(Zeros)) {
        ASSIGN_OR_RETURN(zeros, zeroPointsOf(context, Zeros, e.n, e.blocks(), e.bits));
        weights.zeros = std::as_const(zeros).as<float>().data();
    }
    ASSIGN_OR_RETURN(
        const auto groups,
        optionalOperand(
            context, Groups, [](ir::DataType type) { return type == ir::DataType::Int32; }, e.k, "g_idx"));
    if (groups) {
        RETURN_IF_ERROR(checkGroups(groups->as<std::int32_t>(), e.blocks()));
        weights.groups = groups->as<std::int32_t>().data();
    }
    ASSIGN_OR_RETURN(const auto bias, optionalOperand(context, Bias, ir::isFloating, e.n, "the bias"));

    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *a));
    ir::Dims dims = a->dims();
    dims.back() = e.n;
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, a->dtype(), dims));
    const std::span<float> sums = out.data();
    std::span<float> scratch;
    RETURN_IF_ERROR(multiplyPacked(context, values.as<float>().data(), values.elements() / e.k, weights,
                                   sums.data(), scratch));
    if (bias) {
        ASSIGN_OR_RETURN(const auto added, asFloat32(context, *bias));
        const auto each = added.as<float>();
        for (std::size_t i = 0; i < sums.size(); ++i)
            sums[i] += each[i % each.size()];
    }
    out.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "MatMulNBits",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = products,
    .run = run,
    .packedElements = packedElements,
};

} // namespace edgewright::ops::mat_mul_n_bits
