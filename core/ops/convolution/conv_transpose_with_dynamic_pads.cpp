// SPDX-License-Identifier: GPL-3.0-or-later
// ConvTranspose whose pads are input 2, before the bias; all zero without it.
#include "core/base/propagate.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/operator_inside.h"

namespace edgewright::ops::conv_transpose_with_dynamic_pads {

namespace {

const InputPlaces Places{0, 1, 3};
constexpr std::size_t Pads = 2;

Result<NodeInside> convolutionOf(const ir::Node& node, const std::optional<std::vector<std::int64_t>>& pads) {
    ASSIGN_OR_RETURN(auto inside, nodeInside(node, "ConvTranspose"));
    takeInputs(inside, node, Places);
    if (pads) inside.node.set("pads", *pads);
    return inside;
}

Result<void> infer(InferContext& context) {
    const auto pads = knownInts(context, Pads);
    ASSIGN_OR_RETURN(const auto inside, convolutionOf(context.node(), pads));
    std::vector<ir::TensorType> types;
    for (const std::size_t place : Places)
        types.push_back(context.input(place) ? *context.input(place) : ir::TensorType());
    if (pads || !context.node().hasInput(Pads)) {
        InferOnInputs standard(context, inside, std::move(types));
        return inside.op->infer(standard);
    }
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto weight, operand(context, 1));
    ir::TensorType out(x->dtype);
    if (x->shape && x->shape->size() > 1) {
        out.shape = std::vector<ir::Dim>(x->shape->size());
        (*out.shape)[0] = (*x->shape)[0];
        if (weight->shape && weight->shape->size() > 1 && context.node().intOr("group", 1) == 1)
            (*out.shape)[1] = (*weight->shape)[1];
    }
    context.setOutput(0, std::move(out));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto inside, convolutionOf(context.node(), knownInts(context, Pads)));
    RunOnInputs standard(context, inside, {}, Places);
    return inside.op->run(standard);
}

// Pads change nothing about what is multiplied.
Result<MatrixProducts> products(const ir::Node& node, Types inputs, Types outputs) {
    ASSIGN_OR_RETURN(const auto inside, convolutionOf(node, std::nullopt));
    return inside.op->products(inside.node, inputs, outputs);
}

} // namespace

extern const Operator entry{
    .domain = "com.microsoft",
    .name = "ConvTransposeWithDynamicPads",
    .category = Category::Compute,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .products = products,
    .run = run,
};

} // namespace edgewright::ops::conv_transpose_with_dynamic_pads
