// SPDX-License-Identifier: GPL-3.0-or-later
// An LSTM whose weights are codes, W [directions, input, 4 H] and R [directions, H, 4 H]; the input and the
// states become codes when it runs. Inputs behind those of LSTM: W's scale and zero point, R's scale and zero
// point.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operator_inside.h"
#include "core/ops/quantization/decoded.h"
#include "core/ops/quantization/dynamic_coding.h"
#include "core/ops/recurrent/lstm.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::dynamic_quantize_lstm {

namespace {

const InputPlaces Places{0, 1, 2, 3, 4, 5, 6, 7};
constexpr std::array<std::size_t, 2> Weights{1, 2};
constexpr std::size_t FirstScale = 8;

Result<NodeInside> lstmOf(const ir::Node& node) {
    ASSIGN_OR_RETURN(auto inside, nodeInside(node, "LSTM"));
    takeInputs(inside, node, Places);
    return inside;
}

// The types of LSTM's inputs: weights are floats, with their last two axes exchanged.
template <typename TypeOf>
std::vector<ir::TensorType> typesOf(TypeOf typeOf) {
    std::vector<ir::TensorType> types;
    for (const std::size_t place : Places)
        types.push_back(typeOf(place));
    for (const std::size_t weight : Weights) {
        types[weight].dtype = ir::DataType::Float32;
        if (auto& shape = types[weight].shape; shape && shape->size() == 3) std::swap((*shape)[1], (*shape)[2]);
    }
    return types;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto lstm, lstmOf(context.node()));
    InferOnInputs inside(context, lstm, typesOf([&](std::size_t place) {
                             return context.input(place) ? *context.input(place) : ir::TensorType();
                         }));
    return lstm.op->infer(inside);
}

Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    ASSIGN_OR_RETURN(const auto lstm, lstmOf(node));
    const auto types =
        typesOf([&](std::size_t place) { return place < inputs.size() ? inputs[place] : ir::TensorType(); });
    return lstm.op->products(lstm.node, types, outputs);
}

Result<ir::Tensor> transposed(KernelContext& context, const ir::Tensor& weight) {
    const ir::Dims& dims = weight.dims();
    if (dims.size() != 3)
        return badInput(say("a weight is {1} where 3 axes are expected", weight.type().text()));
    ASSIGN_OR_RETURN(auto turned, context.scratchTensor(ir::DataType::Float32, {dims[0], dims[2], dims[1]}));
    if (weight.elements() == 0) return turned;
    const float* from = weight.as<float>().data();
    float* to = turned.as<float>().data();
    for (std::int64_t d = 0; d < dims[0]; ++d, from += dims[1] * dims[2])
        for (std::int64_t column = 0; column < dims[2]; ++column)
            for (std::int64_t row = 0; row < dims[1]; ++row)
                *to++ = from[row * dims[2] + column];
    return turned;
}

// The whole input by one scale.
Result<ir::Tensor> codedInput(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, operandOfType(context, 0, ir::DataType::Float32));
    const DynamicCoding coding = dynamicCoding(x->as<float>());
    ASSIGN_OR_RETURN(auto codes, context.scratchTensor(ir::DataType::UInt8, x->dims()));
    ASSIGN_OR_RETURN(auto floats, context.scratchTensor(ir::DataType::Float32, x->dims()));
    coding.encode(x->as<float>(), codes.as<std::uint8_t>());
    std::ranges::transform(codes.as<std::uint8_t>(), floats.as<float>().begin(), [&](std::uint8_t code) {
        return coding.scale * static_cast<float>(code - coding.zero);
    });
    return floats;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto lstm, lstmOf(context.node()));
    const std::int64_t directions = context.node().stringOr("direction", "forward") == "bidirectional" ? 2 : 1;
    std::vector<ir::Tensor> made(1 + Weights.size());
    ASSIGN_OR_RETURN(made[0], codedInput(context));
    for (std::size_t i = 0; i < Weights.size(); ++i) {
        const std::size_t scale = FirstScale + 2 * i;
        ASSIGN_OR_RETURN(const auto weight, decoded(context, Weights[i], scale, scale + 1, directions));
        ASSIGN_OR_RETURN(made[Weights[i]], transposed(context, weight));
    }
    RunOnInputs inside(context, lstm, std::move(made), Places);
    return runLstm(inside, LstmStates::Coded);
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "DynamicQuantizeLSTM",
    .category = Category::Compute,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::dynamic_quantize_lstm
