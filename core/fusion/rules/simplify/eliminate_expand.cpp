// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"

#include <algorithm>
#include <array>

namespace edgewright::fusion::eliminate_expand {

namespace {

bool broadcasts(const GraphView& view, const ir::Node& node) {
    if (!node.domain.empty() || node.inputs.size() < 2 || node.outputs.size() != 1 || view.opset() < 7)
        return false;
    static constexpr std::array<std::string_view, 3> Unlike{"BatchNormalization", "Expand", "PRelu"};
    if (std::ranges::find(Unlike, node.op) != Unlike.end()) return false;
    const ops::Operator* op = ops::find(node.domain, node.op);
    return op && op->pattern == ops::Pattern::Broadcast && op->category != ops::Category::Quantization;
}

// Extent of `type` on the axis that is `fromBack` before the last one; 1 in front of all.
ir::Dim extentAt(const ir::TensorType& type, std::size_t fromBack) {
    return fromBack < type.shape->size() ? (*type.shape)[type.shape->size() - 1 - fromBack] : ir::Dim(1);
}

// With x in place of its expansion y, the node still makes the shape it made, with as many axes.
bool keepsShape(const GraphView& view, const ir::Node& node, ValueId x, ValueId y) {
    const ir::TensorType& out = typeOf(view, node.output(0));
    if (!out.shape) return false;
    const bool hasAxes = std::ranges::any_of(node.inputs, [&](ValueId input) {
        const ir::TensorType& type = typeOf(view, input == y ? x : input);
        return type.shape && type.shape->size() == out.shape->size();
    });
    if (!hasAxes) return false;
    for (std::size_t axis = 0; axis < out.shape->size(); ++axis) {
        const ir::Dim& wanted = extentAt(out, axis);
        if (!wanted.known() && wanted.symbol().empty()) return false;
        const bool given = std::ranges::any_of(node.inputs, [&](ValueId input) {
            const ir::TensorType& type = typeOf(view, input == y ? x : input);
            return type.shape && extentAt(type, axis) == wanted;
        });
        if (!given) return false;
    }
    return std::ranges::all_of(node.inputs,
                               [&](ValueId input) { return typeOf(view, input).shape.has_value(); });
}

//   x [1,N] -> Expand [M,N] -> Add(a [M,N])        =>      x -> Add(a)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is("Expand")) return NoMatch{};
    const ValueId x = node.input(0);
    const ValueId y = node.output(0);
    if (!typeOf(view, x).shape || view.graph.isOutput(y)) return NoMatch{};
    const auto readers = view.connections.consumers(y);
    if (readers.empty()) return NoMatch{};
    for (const NodeId reader : readers)
        if (!broadcasts(view, view.graph.node(reader))) return NoMatch{};
    for (const NodeId reader : readers)
        if (!keepsShape(view, view.graph.node(reader), x, y))
            return Refused{{id, reader},
                           {view.graph.node(reader).output(0)},
                           say("without {1} the result of {2} might be smaller than {3}", node.label(),
                               view.graph.node(reader).label(),
                               typeOf(view, view.graph.node(reader).output(0)).text())};
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    std::vector<NodeId> nodes{id};
    for (const NodeId reader : readers) {
        ir::Node direct = view.graph.node(reader);
        std::ranges::replace(direct.inputs, y, x);
        if (direct.origins.empty()) direct.origins = {reader};
        patch.remove(reader);
        patch.add(std::move(direct));
        nodes.push_back(reader);
    }
    const std::string who = listed(view.graph, {readers.begin(), readers.end()});
    return Applied{patch.take(), nodes,
                   readers.size() == 1
                       ? say("{1} repeats its operand by itself, without {2}", who, node.label())
                       : say("{1} repeat its operand by itself, without {2}", who, node.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Expansions that the operators behind them do by broadcasting"),
    .match = match,
    .before = "Expand -> Add(a)",
    .after = "Add(a)",
    .roots = {"Expand"},
};

} // namespace edgewright::fusion::eliminate_expand
