// SPDX-License-Identifier: GPL-3.0-or-later
// Softmax along the last axis; before opset 13 over all axes from one on.
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/layers/layer_rule.h"

namespace edgewright::gpu::softmax_layer {

namespace {

Result<void> make(LayerContext& context) {
    ASSIGN_OR_RETURN(const ir::Dims dims, context.dims(0));
    RETURN_IF_ERROR(context.resultDims());
    const auto rank = static_cast<std::int64_t>(dims.size());
    const bool isFlat = context.opset() < 13;
    std::int64_t axis = context.node().intOr("axis", isFlat ? 1 : -1);
    if (axis < 0) axis += rank;
    if (axis < 0 || axis >= rank) return unsupported(say("its axis is not there"));
    const std::int64_t behind = countOf(dims, static_cast<std::size_t>(axis));
    if (!isFlat && behind != dims[static_cast<std::size_t>(axis)])
        return unsupported(say("its axis is not the last one"));
    ASSIGN_OR_RETURN(const Operand x, context.input(0));
    ASSIGN_OR_RETURN(const Operand y, context.result());
    context.launch(softmaxLaunch(countOf(dims) / behind, behind, x, y));
    return {};
}

} // namespace

extern const LayerRule entry{"softmax", [](const ir::Node& node, std::int64_t) { return node.is("Softmax"); },
                             make};

} // namespace edgewright::gpu::softmax_layer
