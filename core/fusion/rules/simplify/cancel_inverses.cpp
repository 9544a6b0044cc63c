// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/replace_uses.h"

#include <algorithm>
#include <array>

namespace edgewright::fusion::cancel_inverses {

namespace {

constexpr std::array<std::string_view, 3> Involutions{"Neg", "Not", "BitwiseNot"};
constexpr std::array<std::string_view, 5> Projections{"Abs", "Ceil", "Floor", "Round", "Sign"};

bool isOneOf(const auto& names, const ir::Node& node) {
    return node.domain.empty() && std::ranges::find(names, node.op) != names.end();
}

//   x -> Neg -> Neg -> A        =>      x -> A                  f(f(x)) = x
//   x -> Abs -> Abs -> A        =>      x -> Abs -> A           f(f(x)) = f(x)
//   x -> Neg -> Abs -> A        =>      x -> Abs -> A
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    const bool involution = isOneOf(Involutions, second);
    const bool projection = isOneOf(Projections, second);
    if (!involution && !projection) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* first = view.producer(middle);
    if (!first || !first->domain.empty()) return NoMatch{};
    if (first->op == second.op)
        return involution
                   ? replaceAllUsesWith(view, id, first->input(0),
                                        say("{1} and {2} cancel", first->label(), second.label()), {first->id})
                   : replaceAllUsesWith(view, id, middle,
                                        say("{1} changes nothing behind {2}", second.label(), first->label()));
    if (!second.is("Abs") || !first->is("Neg")) return NoMatch{};
    if (auto reason = whyNotPrivate(view, middle, id)) return Refused{{id, first->id}, {middle}, *reason};
    ir::Node merged = second;
    merged.origins.clear();
    merged.inputs[0] = first->input(0);
    ir::PatchBuilder patch(view.graph);
    patch.remove(first->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{patch.take(),
                   {id, first->id},
                   say("{1} drops the sign that {2} turns", second.label(), first->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Operators that undo or repeat the one before them"),
    .match = match,
    .before = "x -> Neg -> Neg",
    .after = "x",
    .roots = {"Neg", "Not", "BitwiseNot", "Abs", "Ceil", "Floor", "Round", "Sign"},
};

} // namespace edgewright::fusion::cancel_inverses
