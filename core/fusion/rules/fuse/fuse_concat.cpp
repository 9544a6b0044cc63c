// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/group.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/patterns/region.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace edgewright::fusion::fuse_concat {

namespace {

// True for an extent that a person can set: the whole of one of an input.
bool isBindable(const GraphView& view, const ir::Dim& dim) {
    return std::ranges::any_of(view.graph.inputs, [&](ValueId input) {
        const ir::TensorType& type = typeOf(view, input);
        return type.shape && std::ranges::find(*type.shape, dim) != type.shape->end();
    });
}

// Nothing where every input of the Concat is one piece of its result: only extents of 1 come before its axis.
// Else why not: "the parts of Concat_1 alternate in memory unless batch is 1 (--bind batch=1)".
std::optional<std::string> whyNotInPieces(const GraphView& view, const ir::Node& concat) {
    const auto axis = concatAxis(view, concat);
    std::string unless, binding;
    std::vector<std::string_view> symbols;
    bool isInPieces = axis.has_value(), isOpen = axis.has_value();
    for (std::size_t i = 0; axis && i < *axis; ++i) {
        const ir::Dim& dim = (*typeOf(view, concat.output(0)).shape)[i];
        if (dim.known() && dim.value() == 1) continue;
        isInPieces = false;
        isOpen = isOpen && !dim.known() && !dim.symbol().empty();
        if (!isOpen) break;
        if (std::ranges::find(symbols, dim.symbol()) != symbols.end()) continue;
        symbols.push_back(dim.symbol());
        const std::string one = say("{1} is 1", dim.symbol());
        unless = unless.empty() ? one : sayIn("list", "{1} and {2}", unless, one);
        if (isBindable(view, dim)) binding += (binding.empty() ? "--bind " : " ") + dim.symbol() + "=1";
    }
    if (isInPieces) return std::nullopt;
    if (!isOpen || unless.empty()) return say("the parts of {1} alternate in memory", concat.label());
    if (binding.empty()) return say("the parts of {1} alternate in memory unless {2}", concat.label(), unless);
    return say("the parts of {1} alternate in memory unless {2} ({3})", concat.label(), unless, binding);
}

//   Conv   Conv                          Conv
//      \   /              =>               |
//      Concat                      [Conv, Concat]        the one that runs last writes its part where it
//      belongs
//
// Element-wise operators and data movement before a Concat are the work of other rules.
Match match(const GraphView& view, NodeId id) {
    const ir::Node& concat = view.graph.node(id);
    if (!concat.is("Concat")) return NoMatch{};
    const ir::Node* last = nullptr;
    Match refused = NoMatch{};
    for (const ValueId input : concat.inputs) {
        const ir::Node* producer = input.valid() ? view.producer(input) : nullptr;
        if (!producer || patternOf(*producer) != ops::Pattern::OutFusable || producer->outputs.size() != 1)
            continue;
        if (std::ranges::count(concat.inputs, input) > 1) continue;
        if (auto shared = whyNotPrivate(view, input, id)) {
            refused = Refused{{id, producer->id}, {input}, std::move(*shared)};
            continue;
        }
        if (memberCount(*producer) + 1 > MaxMembers) continue;
        if (!last || view.connections.rank(producer->id) > view.connections.rank(last->id)) last = producer;
    }
    if (!last) return refused;
    if (auto why = whyNotInPieces(view, concat))
        return Refused{{id, last->id},
                       {last->output(0)},
                       say("{1}: {2} cannot write its own in one piece", *why, last->label())};
    return Applied{groupPatch(view, {last->id, id}),
                   {id, last->id},
                   say("{1} writes its part of {2} where it belongs", last->label(), concat.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Concat into the operator that writes its last part"),
    .match = match,
    .before = "Conv -> Concat",
    .after = "[Conv, Concat]",
    .groups = true,
    .roots = {"Concat"},
};

} // namespace edgewright::fusion::fuse_concat
