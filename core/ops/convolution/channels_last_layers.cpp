// SPDX-License-Identifier: GPL-3.0-or-later
// Layers of the standard on tensors with their channels last, as runtimes and exporters for boards write them:
// ONNX Runtime's Nhwc... operators, its domain of layouts that an execution provider asked for, and QONNX.
#include "core/base/propagate.h"
#include "core/ops/operands/channels_last.h"

#include <array>

namespace edgewright::ops::channels_last_layers {

namespace {

constexpr std::string_view Microsoft = "com.microsoft", Internal = "com.ms.internal.nhwc",
                           Qonnx = "qonnx.custom_op.channels_last";

// The layer by its name with channels second: NhwcConv is Conv.
Result<NodeInside> layerOf(const ir::Node& node) {
    std::string_view name = node.op;
    if (name.starts_with("Nhwc")) name.remove_prefix(4);
    return nodeInside(node, name, find({}, name) ? std::string_view() : Microsoft);
}

template <ChannelsLastInputs Inputs>
Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto layer, layerOf(context.node()));
    return inferChannelsLast(context, layer, Inputs);
}

template <ChannelsLastInputs Inputs>
Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto layer, layerOf(context.node()));
    return runChannelsLast(context, layer, layer.op->run, Inputs);
}

template <ChannelsLastInputs Inputs>
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    ASSIGN_OR_RETURN(const auto layer, layerOf(node));
    return productsChannelsLast(layer, layer.op->products, inputs, outputs, Inputs);
}

template <ChannelsLastInputs Inputs = 1>
constexpr Operator row(std::string_view domain, std::string_view name, Category category) {
    return {.domain = domain,
            .name = name,
            .category = category,
            .pattern = category == Category::Compute ? Pattern::OutFusable : Pattern::Opaque,
            .infer = infer<Inputs>,
            .products = category == Category::Compute ? products<Inputs> : nullptr,
            .run = run<Inputs>};
}

constexpr auto Compute = Category::Compute, Pooling = Category::Pooling,
               Normalisation = Category::Normalisation, Movement = Category::DataMovement;

constexpr std::array Rows{
    row(Microsoft, "NhwcConv", Compute),
    row<0b1001>(Microsoft, "NhwcFusedConv", Compute), // what is added lies as the output does
    row(Microsoft, "NhwcMaxPool", Pooling),

    row(Internal, "Conv", Compute),
    row<0b1001>(Internal, "FusedConv", Compute),
    row(Internal, "ConvTranspose", Compute),
    row(Internal, "QLinearConv", Compute),
    row(Internal, "MaxPool", Pooling),
    row(Internal, "AveragePool", Pooling),
    row(Internal, "GlobalMaxPool", Pooling),
    row(Internal, "GlobalAveragePool", Pooling),
    row(Internal, "BatchNormalization", Normalisation),
    row(Internal, "InstanceNormalization", Normalisation),
    row(Internal, "LRN", Normalisation),
    row(Internal, "DepthToSpace", Movement),
    row(Internal, "SpaceToDepth", Movement),
    row(Internal, "GridSample", Movement),

    row<0b11>(Qonnx, "Conv", Compute), // its weights are [M, spatial..., C / group]
    row(Qonnx, "MaxPool", Pooling),
    row(Qonnx, "BatchNormalization", Normalisation),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::channels_last_layers
