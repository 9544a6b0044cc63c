// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/lossless_casts.h"

namespace edgewright::fusion::merge_casts {

namespace {

//   x -> Cast(B) -> Cast(C) -> A        =>      x -> Cast(C) -> A          when B holds every value of x
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    if (!second.is("Cast")) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* first = view.producer(middle);
    if (!first || !first->is("Cast")) return NoMatch{};
    const auto refuse = [&](std::string reason) {
        return Refused{{id, first->id}, {middle}, std::move(reason)};
    };

    const ir::DataType a = typeOf(view, first->input(0)).dtype;
    const ir::DataType b = typeOf(view, middle).dtype;
    const ir::DataType c = typeOf(view, second.output(0)).dtype;
    if (!isComparable(a) || !isComparable(b) || !isComparable(c)) return NoMatch{};
    const auto name = [](ir::DataType type) { return ir::dataTypeName(type); };
    if (!holdsAll(a, b))
        return refuse(say("{1} rounds or cuts: not every {2} is a {3}", first->label(), name(a), name(b)));
    // Floats and integers treat what does not fit differently.
    if (ir::isFloating(a) != ir::isFloating(b) && !ir::isFloating(c) && !holdsAll(a, c))
        return refuse(say("what does not fit into {1} comes out differently from {2} than from {3}", name(c),
                          name(b), name(a)));
    // The second one reads x itself; where others read the middle, the first one stays for them.
    if (a != c)
        if (auto reason = whyNotPrivate(view, middle, id)) return refuse(std::move(*reason));
    ir::PatchBuilder patch(view.graph);
    ir::Node merged = second;
    merged.origins.clear();
    merged.inputs[0] = first->input(0);
    if (isPrivate(view, middle, id)) patch.remove(first->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{
        patch.take(),
        {id, first->id},
        say("{1} loses nothing, so that {2} can convert its input directly", first->label(), second.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Consecutive casts of which the first loses nothing into one"),
    .match = match,
    .before = "Cast -> Cast",
    .after = "Cast",
    .roots = {"Cast"},
};

} // namespace edgewright::fusion::merge_casts
