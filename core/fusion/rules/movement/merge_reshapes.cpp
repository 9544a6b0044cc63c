// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/replace_uses.h"
#include "core/fusion/movement/reshaping.h"

namespace edgewright::fusion::merge_reshapes {

namespace {

//   x -> Reshape -> Squeeze -> A        =>      x -> Reshape' -> A
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    if (!isReshaping(second)) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* first = view.producer(middle);
    if (!first || !isReshaping(*first)) return NoMatch{};
    const ValueId x = first->input(0);
    const ValueId y = second.output(0);
    const auto refuse = [&](std::string reason, ValueId tensor) {
        return Refused{{id, first->id}, {tensor}, std::move(reason)};
    };

    if (sameShape(typeOf(view, x), typeOf(view, y)) && !view.graph.isOutput(y))
        return replaceAllUsesWith(
            view, id, x,
            say("{1} gives back the shape that the input of {2} had", second.label(), first->label()),
            {first->id});
    if (auto reason = whyNotPrivate(view, middle, id)) return refuse(std::move(*reason), middle);
    ir::PatchBuilder patch(view.graph);
    auto merged = reshapeTo(view, patch, x, typeOf(view, y), view.graph.value(y).name);
    if (!merged)
        return refuse(say("the shape that {1} gives, {2}, cannot be written as a constant: it has more than "
                          "one open extent or is empty",
                          second.label(), typeOf(view, y).text()),
                      y);
    merged->name = second.name;
    merged->outputs = {y};
    patch.remove(first->id);
    patch.remove(id);
    patch.add(*std::move(merged));
    return Applied{patch.take(),
                   {id, first->id},
                   say("{1} and {2} only give the elements another shape: once is enough", first->label(),
                       second.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Consecutive Reshape, Flatten, Squeeze and Unsqueeze into one"),
    .match = match,
    .before = "Reshape -> Squeeze",
    .after = "Reshape",
    .roots = {"Reshape", "Flatten", "Squeeze", "Unsqueeze"},
};

} // namespace edgewright::fusion::merge_reshapes
