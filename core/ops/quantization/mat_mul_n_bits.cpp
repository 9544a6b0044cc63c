// SPDX-License-Identifier: GPL-3.0-or-later
// A times the transposed weights [N, K], which are codes of few bits with a scale for each block of a row.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/quantization/block_product.h"
#include "core/ops/quantization/packed_weights.h"

namespace edgewright::ops::mat_mul_n_bits {

namespace {

constexpr std::size_t Codes = 1, Scales = 2, Zeros = 3, Groups = 4, Bias = 5;

std::int64_t bitsOf(const ir::Node& node) { return node.intOr("bits", 4); }

// Without those that fill the last block of a row.
std::optional<std::int64_t> packedElements(const ir::Node& node, std::size_t index,
                                           const ir::TensorType& input) {
    const auto e = blockExtentsOf(node);
    const auto codes = e && index == Codes ? packedCodes(input, bitsOf(node)) : std::nullopt;
    return codes ? std::optional(std::min(*codes, e->n * e->k)) : std::nullopt;
}

// An optional input with so many elements of this type; null: omitted.
Result<const ir::Tensor*> optionalOperand(const KernelContext& context, std::size_t index,
                                          bool fits(ir::DataType), std::int64_t elements,
                                          const std::string& what) {
    if (!context.node().hasInput(index)) return static_cast<const ir::Tensor*>(nullptr);
    ASSIGN_OR_RETURN(const auto given, operand(context, index));
    if (!fits(given->dtype()) || given->elements() != elements)
        return badInput(
            say("{1} is {2} where {3} elements are expected", what, given->type().text(), elements));
    return given;
}

Result<PackedWeights> codesOf(const KernelContext& context, const BlockExtents& e) {
    const std::int64_t bits = bitsOf(context.node());
    ASSIGN_OR_RETURN(const auto perByte, codesPerByte(bits));
    if (context.node().intOr("weight_prepacked", 0) != 0)
        return unsupported(say("weights that are packed for one processor are not supported"));
    ASSIGN_OR_RETURN(const auto given, operandOfType(context, Codes, ir::DataType::UInt8));
    PackedWeights weights{.rows = e.n, .columns = e.k, .block = e.block, .bits = static_cast<int>(bits)};
    weights.rowBytes = e.blocks() * ceilDiv(e.block, perByte);
    if (e.block % perByte != 0 || checkedMul(e.n, weights.rowBytes) != given->elements())
        return badInput(say("B is {1} where {2} rows of {3} blocks of {4} codes of {5} bits are expected",
                            given->type().text(), e.n, e.blocks(), e.block, bits));
    weights.codes = given->bytes().data();
    return weights;
}

Result<void> checkGroups(std::span<const std::int32_t> groups, std::int64_t blocks) {
    for (const std::int32_t group : groups)
        if (group < 0 || group >= blocks)
            return badInput(say("g_idx holds {1} where there are {2} blocks", group, blocks));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto a, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto e, blockExtentsOf(context.node()));
    RETURN_IF_ERROR(checkRows(a->type(), e));
    ASSIGN_OR_RETURN(auto weights, codesOf(context, e));
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, Scales));
    if (checkedMul(e.n, e.blocks()) != given->elements())
        return badInput(say("the scales are {1} where {2} rows of {3} are expected", given->type().text(), e.n,
                            e.blocks()));
    ASSIGN_OR_RETURN(const auto scales, asFloat32(context, *given));
    weights.scales = scales.as<float>().data();
    ir::Tensor zeros;
    if (context.node().hasInput(Zeros)) {
        ASSIGN_OR_RETURN(zeros, zeroPointsOf(context, Zeros, e.n, e.blocks(), bitsOf(context.node())));
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
    ASSIGN_OR_RETURN(const auto bias, optionalOperand(context, Bias, ir::isFloating, e.n, say("the bias")));

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
    .infer = inferBlockProduct,
    .products = blockProducts,
    .run = run,
    .packedElements = packedElements,
};

} // namespace edgewright::ops::mat_mul_n_bits
