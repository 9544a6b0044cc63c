// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/movement/replace_uses.h"

namespace edgewright::fusion::cancel_splits {

namespace {

std::optional<std::size_t> axisOf(const GraphView& view, const ir::Node& node) {
    if (node.is("Concat")) return concatAxis(view, node);
    const auto rank = typeOf(view, node.input(0)).rank();
    return rank ? normalisedAxis(node.intOr("axis", 0), *rank) : std::nullopt;
}

//   x -> Split -> a, b -> Concat(a, b) -> A        =>      x -> A
Match joined(const GraphView& view, const ir::Node& concat) {
    const ir::Node* split = view.producer(concat.input(0));
    if (!split || !split->is("Split") || concat.inputs != split->outputs) return NoMatch{};
    if (!axisOf(view, concat) || axisOf(view, concat) != axisOf(view, *split)) return NoMatch{};
    return replaceAllUsesWith(view, concat.id, split->input(0),
                              say("{1} joins again what {2} parts", concat.label(), split->label()),
                              {split->id});
}

//   a, b -> Concat -> Split -> a', b' -> A, B      =>      a -> A, b -> B          parts where they were joined
Match parted(const GraphView& view, const ir::Node& split) {
    const ir::Node* concat = view.producer(split.input(0));
    if (!concat || !concat->is("Concat") || concat->inputs.size() != split.outputs.size()) return NoMatch{};
    const auto axis = axisOf(view, split);
    if (!axis || axis != axisOf(view, *concat)) return NoMatch{};
    const auto refuse = [&](std::string reason, ValueId tensor) {
        return Refused{{split.id, concat->id}, {tensor}, std::move(reason)};
    };
    ir::PatchBuilder patch(view.graph);
    patch.remove(split.id);
    for (std::size_t i = 0; i < split.outputs.size(); ++i) {
        const ValueId output = split.outputs[i];
        const ValueId operand = concat->inputs[i];
        if (!output.valid()) continue;
        const ir::TensorType& made = typeOf(view, output);
        const ir::TensorType& given = typeOf(view, operand);
        if (!made.shape || !given.shape || made.shape->size() <= *axis || given.shape->size() <= *axis)
            return NoMatch{};
        const ir::Dim& extent = (*made.shape)[*axis];
        if (extent != (*given.shape)[*axis] || (!extent.known() && extent.symbol().empty()))
            return refuse(say("{1} parts elsewhere than {2} joins: {3} where {4} went in", split.label(),
                              concat->label(), made.text(), given.text()),
                          output);
        if (view.graph.isOutput(output))
            return refuse(
                say("{1}, '{2}', is a graph output", described(view, output), view.graph.value(output).name),
                output);
        if (const auto reader = capturedBy(view, output))
            return refuse(say("{1} is read inside a subgraph of {2}", described(view, output),
                              view.graph.node(*reader).label()),
                          output);
        patch.redirect(output, operand);
    }
    return Applied{patch.take(),
                   {split.id, concat->id},
                   say("{1} parts again what {2} joins", split.label(), concat->label())};
}

Match match(const GraphView& view, NodeId id) {
    const ir::Node& node = view.graph.node(id);
    if (node.is("Concat") && node.inputs.size() > 1) return joined(view, node);
    if (node.is("Split")) return parted(view, node);
    return NoMatch{};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Splits and concats that take each other back"),
    .match = match,
    .before = "Split -> Concat",
    .after = "x",
    .roots = {"Concat", "Split"},
};

} // namespace edgewright::fusion::cancel_splits
