// SPDX-License-Identifier: GPL-3.0-or-later
// Several MatMulNBits of one input, which may be normalised before: queries, keys and values, or the gate and
// the rest of a decoder's feed-forward layer.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/logistic.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/operator_inside.h"
#include "core/ops/quantization/block_product.h"

#include <array>
#include <limits>

namespace edgewright::ops::fused_block_products {

namespace {

// Inputs of one product, and the attribute with its columns.
struct Projection {
    const char* columns = "";
    const char* part = "";
    std::size_t codes = 0, scales = 0, bias = 0;
};
struct Layer {
    std::span<const Projection> projections;
    std::size_t outputs = 1; // the sum of what is normalised is the one behind them
    bool normalises = false; // always
};

constexpr std::array Gated{Projection{"N", "gate", 3, 4, 5}, Projection{"N", "up", 6, 7, 8}};
constexpr std::array Heads{Projection{"Nq", "query", 3, 4, 5}, Projection{"Nkv", "key", 6, 7, 8},
                           Projection{"Nkv", "value", 9, 10, 11}};
constexpr Layer FeedForward{Gated, 1, false};
constexpr Layer Attended{Heads, 3, true};

constexpr std::size_t Skip = 1, Scale = 2, Absent = std::numeric_limits<std::size_t>::max();

InputPlaces placesOf(const Projection& projection) {
    return {0, projection.codes, projection.scales, Absent, Absent, projection.bias};
}

Result<NodeInside> productOf(const ir::Node& node, const Projection& projection) {
    ASSIGN_OR_RETURN(auto inside, nodeInside(node, "MatMulNBits", "com.microsoft"));
    inside.node.set("N", node.intOr(projection.columns, 0));
    takeInputs(inside, node, placesOf(projection));
    return inside;
}

template <const Layer& Kind>
Result<void> infer(InferContext& context) {
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto a, operand(context, 0));
    if (node.hasInput(Skip) && !node.hasInput(Scale)) return badInput(say("norm_scale is missing"));
    if (Kind.normalises) RETURN_IF_ERROR(operand(context, Scale));
    for (std::size_t i = 0; i < Kind.projections.size(); ++i) {
        for (const std::size_t index : {Kind.projections[i].codes, Kind.projections[i].scales})
            RETURN_IF_ERROR(operand(context, index));
        ASSIGN_OR_RETURN(const auto product, productOf(node, Kind.projections[i]));
        ASSIGN_OR_RETURN(const auto e, blockExtentsOf(product.node));
        RETURN_IF_ERROR(checkRows(*a, e));
        ir::TensorType out = *a;
        if (out.shape) out.shape->back() = ir::Dim(e.n);
        if (i < std::min(Kind.outputs, node.outputs.size())) context.setOutput(i, std::move(out));
    }
    if (Kind.outputs < node.outputs.size()) context.setOutput(Kind.outputs, *a);
    return {};
}

template <const Layer& Kind>
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    MatrixProducts all;
    for (const Projection& projection : Kind.projections) {
        ASSIGN_OR_RETURN(const auto product, productOf(node, projection));
        ASSIGN_OR_RETURN(const auto made, blockProducts(product.node, inputs, outputs));
        for (MatrixProduct each : made) {
            each.part = projection.part;
            all.push_back(each);
        }
    }
    return all;
}

template <const Layer& Kind>
std::optional<std::int64_t> packedElements(const ir::Node& node, std::size_t index,
                                           const ir::TensorType& input) {
    for (const Projection& projection : Kind.projections) {
        if (index != projection.codes) continue;
        const auto product = productOf(node, projection);
        return product ? product->op->packedElements(product->node, 1, input) : std::nullopt;
    }
    return std::nullopt;
}

// The outputs of the operator inside: the first is one of those outside, or is kept here; the fourth, the sum
// of what is normalised, may be one.
class Redirected final : public RunOnInputs {
public:
    Redirected(KernelContext& outside, const NodeInside& inside, ir::Tensor first, const InputPlaces& places)
        : RunOnInputs(outside, inside, {std::move(first)}, places) {}

    std::optional<std::size_t> to, sum;
    ir::Tensor kept;

    bool wantsOutput(std::size_t index) const override {
        return index == 0 || (index == 3 && sum && outer().wantsOutput(*sum));
    }
    Result<ir::Tensor> output(std::size_t index, ir::DataType type, const ir::Dims& dims) override {
        if (const auto place = index == 0 ? to : sum) return outer().output(*place, type, dims);
        ASSIGN_OR_RETURN(kept, outer().scratchTensor(type, dims));
        return kept;
    }
};

// The input as it is multiplied; no data: as it is.
Result<ir::Tensor> normalised(KernelContext& context, std::size_t sum) {
    const ir::Node& node = context.node();
    const bool adds = node.hasInput(Skip);
    if (!node.hasInput(Scale)) {
        if (adds || context.wantsOutput(sum)) return badInput(say("norm_scale is missing"));
        return ir::Tensor();
    }
    if (!adds && context.wantsOutput(sum)) return badInput(say("a sum is asked for where nothing is added"));
    ASSIGN_OR_RETURN(auto inside, adds ? nodeInside(node, "SkipSimplifiedLayerNormalization", "com.microsoft")
                                       : nodeInside(node, "SimplifiedLayerNormalization"));
    inside.node.set("epsilon", node.floatOr("epsilon", 1e-5f));
    const InputPlaces places = adds ? InputPlaces{0, Skip, Scale} : InputPlaces{0, Scale};
    takeInputs(inside, node, places);
    Redirected norm(context, inside, {}, places);
    norm.sum = sum;
    RETURN_IF_ERROR(inside.op->run(norm));
    return norm.kept;
}

// Product `index` of `a`, or without data of input 0; written to output `to`, or returned.
template <const Layer& Kind>
Result<ir::Tensor> multiplied(KernelContext& context, std::size_t index, const ir::Tensor& a,
                              std::optional<std::size_t> to) {
    ASSIGN_OR_RETURN(const auto inside, productOf(context.node(), Kind.projections[index]));
    Redirected product(context, inside, a, placesOf(Kind.projections[index]));
    product.to = to;
    RETURN_IF_ERROR(inside.op->run(product));
    return product.kept;
}

Result<void> runHeads(KernelContext& context) {
    RETURN_IF_ERROR(floatOperand(context, Scale));
    ASSIGN_OR_RETURN(const auto a, normalised(context, Attended.outputs));
    for (std::size_t i = 0; i < Heads.size(); ++i)
        RETURN_IF_ERROR(
            multiplied<Attended>(context, i, a, context.wantsOutput(i) ? std::optional(i) : std::nullopt));
    return {};
}

Result<void> runGated(KernelContext& context) {
    const std::string activation = context.node().stringOr("activation", "");
    if (activation != "silu" && activation != "swish")
        return unsupported(say("the activation '{1}' is not supported here", activation));
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto a, normalised(context, FeedForward.outputs));
    std::array<ir::Tensor, Gated.size()> made;
    for (std::size_t i = 0; i < made.size(); ++i) {
        ASSIGN_OR_RETURN(const auto product, multiplied<FeedForward>(context, i, a, std::nullopt));
        ASSIGN_OR_RETURN(made[i], asFloat32(context, product));
    }
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), made[0].dims()));
    const auto gate = std::as_const(made[0]).as<float>(), up = std::as_const(made[1]).as<float>();
    for (std::size_t i = 0; i < out.data().size(); ++i)
        out.data()[i] = silu(gate[i]) * up[i];
    out.finish();
    return {};
}

template <const Layer& Kind>
constexpr Operator row(std::string_view name, RunFunction run) {
    return {.domain = "com.microsoft",
            .name = name,
            .category = Category::Compute,
            .infer = infer<Kind>,
            .products = products<Kind>,
            .run = run,
            .packedElements = packedElements<Kind>};
}

constexpr std::array Rows{row<FeedForward>("MatMulNBitsMlp", runGated),
                          row<Attended>("MatMulNBitsQkv", runHeads)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::fused_block_products
