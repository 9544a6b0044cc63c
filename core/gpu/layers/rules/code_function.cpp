// SPDX-License-Identifier: GPL-3.0-or-later
// QLinearSigmoid and QLinearLeakyRelu, looked up.
#include "core/gpu/layers/code_function.h"
#include "core/gpu/layers/layer_rule.h"

namespace edgewright::gpu::code_function_layer {

namespace {

Result<void> make(LayerContext& context) {
    const ir::Node& node = context.node();
    ir::Graph alone = context.graph();
    alone.keepOnly({node.id});
    alone.inputs = {node.input(0)};
    alone.outputs = {node.output(0)};
    return lookUp(context, 0, std::move(alone), {{node.domain, context.opset()}});
}

} // namespace

extern const LayerRule entry{"code_function",
                             [](const ir::Node& node, std::int64_t) {
                                 return node.domain == "com.microsoft" &&
                                        (node.op == "QLinearSigmoid" || node.op == "QLinearLeakyRelu");
                             },
                             make};

} // namespace edgewright::gpu::code_function_layer
