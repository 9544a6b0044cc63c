// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/layer/layer_reference.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/quant/arithmetic/conv_shape.h"
#include "core/quant/arithmetic/reference.h"
#include "core/quant/layer/in_layer.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::quant {

namespace {

Result<void> compute(LayerReference& reference, const RunContext& run) {
    const LayerOperands& operands = reference.operands;
    ASSIGN_OR_RETURN(reference.output, ir::Tensor::allocate(ir::DataType::Float32, operands.outputDims));
    RETURN_IF_ERROR(convReference(operands.shape, operands.x.as<float>(), operands.weights, operands.bias,
                                  reference.output.as<float>(), run));
    const auto output = std::as_const(reference.output).as<float>();
    const auto bad = std::ranges::find_if(output, [](float value) { return !std::isfinite(value); });
    if (bad != output.end())
        return badInput(say("the FP32 output holds NaN or infinity (element {1}); there is no error to measure",
                            bad - output.begin()));
    return {};
}

} // namespace

bool canStudy(const ir::Graph& graph, const ir::Node& node) { return findLayer(graph, node).has_value(); }

Result<LayerReference> layerWithoutOutput(const ir::Graph& graph, NodeId id, const ir::Tensor& input) {
    if (!graph.contains(id)) return internalError("no node with the id of the layer");
    const ir::Node& node = graph.node(id);
    return inLayer(node.label(), [&]() -> Result<LayerReference> {
        const auto layer = findLayer(graph, node);
        if (!layer) return unsupported(say("expected a Conv, Gemm or MatMul with constant weights"));
        LayerReference reference{node.id, node.label(), layer->node->op, 0, {}, {}};
        ASSIGN_OR_RETURN(reference.operands, layerOperands(*layer, input));
        ASSIGN_OR_RETURN(const auto sizes, checkConvShape(reference.operands.shape));
        reference.macs = sizes.macs;
        return reference;
    });
}

Result<LayerReference> layerReference(const ir::Graph& graph, NodeId node, const ir::Tensor& input,
                                      const RunContext& run) {
    ASSIGN_OR_RETURN(auto reference, layerWithoutOutput(graph, node, input));
    RETURN_IF_ERROR(inLayer(reference.name, [&] { return compute(reference, run); }));
    return reference;
}

} // namespace edgewright::quant
