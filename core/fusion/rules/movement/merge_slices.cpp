// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"

namespace edgewright::fusion::merge_slices {

namespace {

//   x -> Slice(s, t) -> Slice(u, v) -> A        =>      x -> Slice(s + t u, t v) -> A         start, step per
//   axis
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    if (!second.is("Slice")) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* first = view.producer(middle);
    if (!first || !first->is("Slice")) return NoMatch{};
    const auto refuse = [&](std::string reason, std::int64_t neededOpset = 0) {
        return Refused{{id, first->id}, {middle}, std::move(reason), neededOpset};
    };

    if (auto reason = whyNotPrivate(view, middle, id)) return refuse(std::move(*reason));
    const auto outer = walksOf(view, *first);
    const auto inner = walksOf(view, second);
    for (const auto& [walks, node] : {std::pair(&outer, first), std::pair(&inner, &second)})
        if (!*walks)
            return refuse(say("what {1} takes follows only at run time, from its ranges or from {2}",
                              node->label(), typeOf(view, node->input(0)).text()));
    if (outer->size() != inner->size()) return NoMatch{};
    std::vector<Walk> both(outer->size());
    for (std::size_t axis = 0; axis < both.size(); ++axis) {
        const Walk& a = (*outer)[axis];
        const Walk& b = (*inner)[axis];
        if (b.whole())
            both[axis] = a;
        else if (a.whole())
            both[axis] = b;
        else
            both[axis] = {a.start + a.step * b.start, a.step * b.step, b.count};
        if (!both[axis].whole() && both[axis].count == 0) both[axis] = {0, 1, 0};
    }
    ir::PatchBuilder patch(view.graph);
    auto merged = sliceOf(view, patch, first->input(0), both, view.graph.value(second.output(0)).name);
    if (!merged)
        return refuse(say("what {1} and {2} take together has steps, which need opset 10; the model has {3}",
                          first->label(), second.label(), view.opset()),
                      10);
    merged->name = second.name;
    merged->outputs = {second.output(0)};
    patch.remove(first->id);
    patch.remove(id);
    patch.add(*std::move(merged));
    return Applied{patch.take(),
                   {id, first->id},
                   say("{1} takes a part of what {2} takes", second.label(), first->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Consecutive slices into one"),
    .match = match,
    .before = "Slice -> Slice",
    .after = "Slice",
    .roots = {"Slice"},
};

} // namespace edgewright::fusion::merge_slices
