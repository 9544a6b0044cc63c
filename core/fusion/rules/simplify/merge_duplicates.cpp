// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"

#include <algorithm>
#include <array>
#include <type_traits>

namespace edgewright::fusion::merge_duplicates {

namespace {

// Subgraphs, lists of tensors and attributes that we cannot read are never the same.
bool sameValue(const ir::AttributeValue& a, const ir::AttributeValue& b) {
    if (a.index() != b.index()) return false;
    return std::visit(
        [&](const auto& x) {
            using T = std::decay_t<decltype(x)>;
            if constexpr (std::is_same_v<T, ir::Tensor>)
                return ir::areSameTensors(x, std::get<T>(b));
            else if constexpr (std::is_same_v<T, std::int64_t> || std::is_same_v<T, float> ||
                               std::is_same_v<T, std::string> || std::is_same_v<T, std::vector<std::int64_t>> ||
                               std::is_same_v<T, std::vector<float>> ||
                               std::is_same_v<T, std::vector<std::string>>)
                return x == std::get<T>(b);
            else
                return false;
        },
        a);
}

bool commutes(const ir::Node& node) {
    static constexpr std::array<std::string_view, 6> Ops{"Add", "Mul", "And", "Or", "Xor", "Equal"};
    return node.domain.empty() && node.inputs.size() == 2 && std::ranges::find(Ops, node.op) != Ops.end();
}

bool sameOperands(const GraphView& view, const ir::Node& a, const ir::Node& b) {
    if (a.inputs.size() != b.inputs.size()) return false;
    const auto inOrder = [&](std::size_t first, std::size_t second) {
        return ir::areSameOperands(view.graph, a.inputs[0], b.inputs[first]) &&
               ir::areSameOperands(view.graph, a.inputs[1], b.inputs[second]);
    };
    if (commutes(a) && view.opset() >= 7) return inOrder(0, 1) || inOrder(1, 0);
    for (std::size_t i = 0; i < a.inputs.size(); ++i)
        if (!ir::areSameOperands(view.graph, a.inputs[i], b.inputs[i])) return false;
    return true;
}

bool sameComputation(const GraphView& view, const ir::Node& a, const ir::Node& b) {
    if (a.op != b.op || a.domain != b.domain || a.body || b.body || !sameOperands(view, a, b)) return false;
    if (a.outputs.size() != b.outputs.size() || a.attributes.size() != b.attributes.size()) return false;
    for (std::size_t i = 0; i < a.outputs.size(); ++i)
        if (a.outputs[i].valid() != b.outputs[i].valid()) return false;
    return std::ranges::all_of(a.attributes, [&](const ir::Attribute& attribute) {
        const ir::AttributeValue* other = b.find(attribute.name);
        return other && sameValue(attribute.value, *other);
    });
}

bool isPure(const GraphView& view, const ir::Node& node) {
    const ops::Operator* op = ops::find(node.domain, node.op);
    return op && op->category != ops::Category::Quantization && op->category != ops::Category::ControlFlow &&
           !ops::isRandom(node, &view.graph);
}

//   x -> Shape -> A        =>      x -> Shape -> A
//   x -> Shape -> B                          -> B
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    // Constants may be equal without being the same: what is computed leads to the twin.
    const auto computed = [&](ValueId input) { return input.valid() && !knownTensor(view, input); };
    const auto valid = [](ValueId input) { return input.valid(); };
    auto first = std::ranges::find_if(node.inputs, computed);
    if (first == node.inputs.end()) first = std::ranges::find_if(node.inputs, valid);
    if (first == node.inputs.end()) return NoMatch{};
    const ir::Node* twin = nullptr;
    for (const NodeId reader : view.connections.consumers(*first)) { // in execution order
        if (reader == id) return NoMatch{};
        if (sameComputation(view, view.graph.node(reader), node)) {
            twin = &view.graph.node(reader);
            break;
        }
    }
    if (!twin || !isPure(view, node)) return NoMatch{};

    const bool single = node.outputs.size() == 1;
    if (single && view.graph.isOutput(node.outputs[0]) && !view.graph.isOutput(twin->outputs[0]) &&
        !capturedBy(view, twin->outputs[0])) {
        ir::PatchBuilder renaming(view.graph); // the twin takes over the name
        ir::Node renamed = *twin;
        renamed.origins.clear();
        renamed.outputs = node.outputs;
        renaming.remove(id);
        renaming.remove(twin->id);
        renaming.redirect(twin->outputs[0], node.outputs[0]);
        renaming.add(std::move(renamed));
        return Applied{renaming.take(),
                       {id, twin->id},
                       say("{1} computes the same as {2}, which now writes '{3}'", node.label(), twin->label(),
                           view.graph.value(node.outputs[0]).name)};
    }
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    for (std::size_t i = 0; i < node.outputs.size(); ++i) {
        const ValueId output = node.outputs[i];
        if (!output.valid()) continue;
        if (view.graph.isOutput(output))
            return Refused{{id, twin->id},
                           {output},
                           say("{1} computes the same as {2}, but its output '{3}' is a graph output",
                               node.label(), twin->label(), view.graph.value(output).name)};
        if (const auto reader = capturedBy(view, output))
            return Refused{{id, twin->id},
                           {output},
                           say("{1} is read inside a subgraph of {2}", described(view, output),
                               view.graph.node(*reader).label())};
        patch.redirect(output, twin->outputs[i]);
    }
    return Applied{
        patch.take(), {id, twin->id}, say("{1} computes the same as {2}", node.label(), twin->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Operators that compute the same from the same inputs into one"),
    .match = match,
    .before = "x -> A, x -> A",
    .after = "x -> A",
};

} // namespace edgewright::fusion::merge_duplicates
