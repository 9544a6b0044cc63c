// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/ops/inference/fold.h"

#include <algorithm>

namespace edgewright::fusion::fold_constants {

namespace {

// Weights that are transposed, sliced or joined before use. The model must not grow: no Expand, no
// dequantization.
constexpr std::int64_t MaxWeightElements = 4'000'000; // elements
constexpr std::int64_t MinElementLimit = 4096;

std::optional<std::vector<ir::Tensor>> folded(const GraphView& view, const ir::Node& node) {
    if (node.is("DequantizeLinear")) return std::nullopt;
    std::vector<ir::Tensor> results;
    for (const ValueId output : node.outputs) {
        const auto& known = output.valid() ? view.graph.value(output).folded : std::nullopt;
        if (output.valid() && (!known || !known->hasData())) break;
        results.push_back(known.value_or(ir::Tensor()));
    }
    if (results.size() == node.outputs.size()) return results;

    const ops::Operator* op = ops::find(node.domain, node.op);
    if (!op || node.inputs.empty()) return std::nullopt;
    std::vector<const ir::Tensor*> inputs;
    std::int64_t read = 0;
    for (const ValueId input : node.inputs) {
        inputs.push_back(input.valid() ? knownTensor(view, input) : nullptr);
        if (input.valid() && !inputs.back()) return std::nullopt;
        if (input.valid()) read += inputs.back()->elements();
    }
    std::vector<ir::TensorType> outputs;
    for (const ValueId output : node.outputs)
        outputs.push_back(typeOf(view, output));
    ops::FoldLimits limits;
    limits.inputElements = 2 * MaxWeightElements;
    limits.outputElements = std::clamp(read, MinElementLimit, MaxWeightElements);
    auto computed = ops::fold(*op, node, ir::opsetOf(view.opsets, node.domain), inputs, outputs, {}, limits);
    if (!computed || computed->size() != node.outputs.size()) return std::nullopt;
    for (std::size_t i = 0; i < computed->size(); ++i)
        if (node.outputs[i].valid() && !(*computed)[i].hasData()) return std::nullopt;
    return computed;
}

//   Shape(x) -> s -> A                  =>      s' (initializer) -> A
//   Constant -> c -> A                  =>      c' (initializer) -> A
//   w (initializer) -> Transpose -> A   =>      w' (initializer) -> A
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    const bool any = std::ranges::any_of(node.outputs, [](ValueId output) { return output.valid(); });
    const auto results = any ? folded(view, node) : std::nullopt;
    if (!results) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const ValueId output = node.outputs[i];
        if (!output.valid()) continue;
        const ir::Value& value = view.graph.value(output);
        if (view.graph.isOutput(output))
            return Refused{{id},
                           {output},
                           say("{1}, '{2}', is a graph output: some operator has to write it",
                               described(view, output), value.name)};
        if (const auto reader = capturedBy(view, output))
            return Refused{{id},
                           {output},
                           say("{1} is read inside a subgraph of {2}", described(view, output),
                               view.graph.node(*reader).label())};
        patch.redirect(output, patch.constant(value.name + "_constant", (*results)[i]));
    }
    return Applied{patch.take(),
                   {id},
                   node.is("Constant")
                       ? say("{1} holds a constant", node.label())
                       : say("the result of {1} follows from constants and shapes alone", node.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Results that follow from constants and shapes become initializers"),
    .match = match,
    .before = "Shape(x) -> A",
    .after = TRANSLATABLE("Rule", "initializer -> A"),
};

} // namespace edgewright::fusion::fold_constants
