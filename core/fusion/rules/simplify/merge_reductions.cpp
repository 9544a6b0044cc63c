// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/patterns/composing.h"

#include <algorithm>

namespace edgewright::fusion::merge_reductions {

namespace {

bool isReduction(const ir::Node& node) {
    return node.domain.empty() && (node.op.starts_with("Reduce") || node.op == "ArgMax" || node.op == "ArgMin");
}

// The axes that go or become 1, sorted. Empty: not known.
std::optional<Ints> goneAxes(const GraphView& view, const ir::Node& node) {
    if (!node.op.starts_with("Arg")) return reducedAxes(view, node);
    const auto rank = typeOf(view, node.input(0)).rank();
    const auto axis = rank ? normalisedAxis(node.intOr("axis", 0), *rank) : std::nullopt;
    return axis ? std::optional(Ints{static_cast<std::int64_t>(*axis)}) : std::nullopt;
}

// The axes that Squeeze drops from its input, or Unsqueeze adds to its output; sorted.
std::optional<Ints> movedAxes(const GraphView& view, const ir::Node& node, std::size_t rank) {
    const auto given = listOf(view, node, "axes", 1);
    auto axes = given ? normalisedAxes(*given, rank) : std::nullopt;
    if (!axes) return std::nullopt;
    std::ranges::sort(*axes);
    return asInts(*axes);
}

//   x -> ReduceMean(axes, keepdims = 1) -> Squeeze(axes)          =>      x -> ReduceMean(axes, keepdims = 0)
//   x -> ReduceMean(axes, keepdims = 0) -> Unsqueeze(axes)        =>      x -> ReduceMean(axes, keepdims = 1)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    const bool squeezes = second.is("Squeeze");
    if (!squeezes && !second.is("Unsqueeze") && !second.is("Reshape")) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* reduction = view.producer(middle);
    if (!reduction || !isReduction(*reduction)) return NoMatch{};
    const bool keeps = keepsDims(*reduction);
    const ir::TensorType& in = typeOf(view, reduction->input(0));
    const ir::TensorType& out = typeOf(view, second.output(0));
    const auto reduced = goneAxes(view, *reduction);
    if (!in.shape || !out.shape || !reduced) return NoMatch{};

    if (second.is("Reshape")) { // by its result
        ir::TensorType wanted = in;
        wanted.shape->clear();
        for (std::size_t axis = 0; axis < in.shape->size(); ++axis) {
            if (!std::ranges::binary_search(*reduced, static_cast<std::int64_t>(axis)))
                wanted.shape->push_back((*in.shape)[axis]);
            else if (!keeps)
                wanted.shape->push_back(ir::Dim(1));
        }
        if (!sameShape(wanted, out)) return NoMatch{};
    } else {
        const auto moved = movedAxes(view, second, in.shape->size());
        if (squeezes != keeps || !moved || *moved != *reduced) return NoMatch{};
    }
    if (auto reason = whyNotPrivate(view, middle, id))
        return Refused{{id, reduction->id}, {middle}, std::move(*reason)};
    ir::PatchBuilder patch(view.graph);
    ir::Node merged = *reduction;
    merged.origins.clear();
    merged.outputs = {second.output(0)};
    merged.set("keepdims", std::int64_t(keeps ? 0 : 1));
    patch.remove(reduction->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{
        patch.take(),
        {id, reduction->id},
        keeps ? say("{1} drops the reduced axes by itself, without {2}", reduction->label(), second.label())
              : say("{1} keeps the reduced axes as 1 by itself, without {2}", reduction->label(),
                    second.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Squeeze and Unsqueeze behind a reduction into its keepdims"),
    .match = match,
    .before = "ReduceMean -> Squeeze",
    .after = "ReduceMean",
    .roots = {"Squeeze", "Unsqueeze", "Reshape"},
};

} // namespace edgewright::fusion::merge_reductions
