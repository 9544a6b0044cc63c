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

// The layer in float32 that one stands for, and which of its inputs that takes.
struct FloatLayer {
    const char* op;
    InputPlaces places;
};

Result<NodeInside> layerInside(const ir::Node& node, const FloatLayer& layer) {
    ASSIGN_OR_RETURN(auto inside, nodeInside(node, layer.op, "com.microsoft"));
    takeInputs(inside, node, layer.places);
    return inside;
}

template <const FloatLayer& Layer>
Result<void> inferLayer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto layer, layerInside(context.node(), Layer));
    InferOnInputs inside(context, layer, floatTypes(context, Layer.places));
    return layer.op->infer(inside);
}

// QAttention: input, weight, bias, input_scale, weight_scale, mask_index, input_zero_point, weight_zero_point,
// past. Attention: input, weight, bias, mask_index, past.
const FloatLayer Attention{"Attention", {0, 1, 2, 5, 8}};

Result<void> runAttention(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto attention, layerInside(context.node(), Attention));
    ASSIGN_OR_RETURN(auto x, decoded(context, 0, 3, 6));
    ASSIGN_OR_RETURN(auto weight, decoded(context, 1, 4, 7));
    RunOnInputs inside(context, attention, {std::move(x), std::move(weight)}, Attention.places);
    return attention.op->run(inside);
}

Result<MatrixProducts> attentionProducts(const ir::Node& node, Types inputs, Types outputs) {
    ASSIGN_OR_RETURN(const auto attention, layerInside(node, Attention));
    std::vector<ir::TensorType> types;
    for (const std::size_t place : Attention.places)
        types.push_back(place < inputs.size() ? inputs[place] : ir::TensorType());
    return attention.op->products(attention.node, types, outputs);
}

// input_ids, segment_ids, three tables, gamma, beta, mask; then scales and zero points of the five that are
// codes.
const FloatLayer Embedding{"EmbedLayerNormalization", {0, 1, 2, 3, 4, 5, 6, 7}};
constexpr std::size_t FirstCodes = 2, Coded = 5, FirstScale = 8, FirstZero = 13;

Result<void> runEmbedding(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto embedding, layerInside(context.node(), Embedding));
    std::vector<ir::Tensor> made(FirstCodes + Coded);
    for (std::size_t i = 0; i < Coded; ++i) {
        if (!context.node().hasInput(FirstCodes + i)) continue;
        ASSIGN_OR_RETURN(made[FirstCodes + i], decoded(context, FirstCodes + i, FirstScale + i, FirstZero + i));
    }
    RunOnInputs inside(context, embedding, std::move(made), Embedding.places);
    return embedding.op->run(inside);
}

constexpr std::array Rows{
    Operator{.domain = "com.microsoft",
             .name = "QAttention",
             .category = Category::Compute,
             .infer = inferLayer<Attention>,
             .products = attentionProducts,
             .run = runAttention},
    Operator{.domain = "com.microsoft",
             .name = "QEmbedLayerNormalization",
             .category = Category::Normalisation,
             .infer = inferLayer<Embedding>,
             .run = runEmbedding},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::quantized_layers
