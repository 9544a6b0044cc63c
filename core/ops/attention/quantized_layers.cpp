// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of transformers that ONNX Runtime's dynamic quantization leaves: those of floats, whose weights
// are codes.
#include "core/base/propagate.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/operator_inside.h"
#include "core/ops/quantization/decoded.h"

#include <array>

namespace edgewright::ops::quantized_layers {

namespace {

// Types of the inputs at these places, where those of codes are float32.
std::vector<ir::TensorType> floatTypes(const InferContext& context, const InputPlaces& places) {
    std::vector<ir::TensorType> types;
    for (const std::size_t place : places) {
        types.push_back(context.input(place) ? *context.input(place) : ir::TensorType());
        if (ir::bitWidth(types.back().dtype) == 8) types.back().dtype = ir::DataType::Float32;
    }
    return types;
}

// QAttention: input, weight, bias, input_scale, weight_scale, mask_index, input_zero_point, weight_zero_point,
// past. Attention: input, weight, bias, mask_index, past.
const InputPlaces AttentionPlaces{0, 1, 2, 5, 8};

Result<NodeInside> attentionOf(const ir::Node& node) {
    ASSIGN_OR_RETURN(auto inside, nodeInside(node, "Attention", "com.microsoft"));
    takeInputs(inside, node, AttentionPlaces);
    return inside;
}

Result<void> inferAttention(InferContext& context) {
    ASSIGN_OR_RETURN(const auto attention, attentionOf(context.node()));
    InferOnInputs inside(context, attention, floatTypes(context, AttentionPlaces));
    return attention.op->infer(inside);
}

Result<void> runAttention(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto attention, attentionOf(context.node()));
    ASSIGN_OR_RETURN(auto x, decoded(context, 0, 3, 6));
    ASSIGN_OR_RETURN(auto weight, decoded(context, 1, 4, 7));
    RunOnInputs inside(context, attention, {std::move(x), std::move(weight)}, AttentionPlaces);
    return attention.op->run(inside);
}

Result<MatrixProducts> attentionProducts(const ir::Node& node, Types inputs, Types outputs) {
    ASSIGN_OR_RETURN(const auto attention, attentionOf(node));
    std::vector<ir::TensorType> types;
    for (const std::size_t place : AttentionPlaces)
        types.push_back(place < inputs.size() ? inputs[place] : ir::TensorType());
    return attention.op->products(attention.node, types, outputs);
}

// input_ids, segment_ids, three tables, gamma, beta, mask; then scales and zero points of the five that are
// codes.
const InputPlaces EmbeddingPlaces{0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::size_t FirstCodes = 2, Coded = 5, FirstScale = 8, FirstZero = 13;

Result<NodeInside> embeddingOf(const ir::Node& node) {
    ASSIGN_OR_RETURN(auto inside, nodeInside(node, "EmbedLayerNormalization", "com.microsoft"));
    takeInputs(inside, node, EmbeddingPlaces);
    return inside;
}

Result<void> inferEmbedding(InferContext& context) {
    ASSIGN_OR_RETURN(const auto embedding, embeddingOf(context.node()));
    InferOnInputs inside(context, embedding, floatTypes(context, EmbeddingPlaces));
    return embedding.op->infer(inside);
}

Result<void> runEmbedding(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto embedding, embeddingOf(context.node()));
    std::vector<ir::Tensor> made(FirstCodes + Coded);
    for (std::size_t i = 0; i < Coded; ++i) {
        if (!context.node().hasInput(FirstCodes + i)) continue;
        ASSIGN_OR_RETURN(made[FirstCodes + i], decoded(context, FirstCodes + i, FirstScale + i, FirstZero + i));
    }
    RunOnInputs inside(context, embedding, std::move(made), EmbeddingPlaces);
    return embedding.op->run(inside);
}

constexpr std::array Rows{
    Operator{.domain = "com.microsoft",
             .name = "QAttention",
             .category = Category::Compute,
             .infer = inferAttention,
             .products = attentionProducts,
             .run = runAttention},
    Operator{.domain = "com.microsoft",
             .name = "QEmbedLayerNormalization",
             .category = Category::Normalisation,
             .infer = inferEmbedding,
             .run = runEmbedding},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::quantized_layers
