// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/replace_uses.h"
#include "core/fusion/patterns/clip_bounds.h"

namespace edgewright::fusion::eliminate_clip {

namespace {

//   x -> Sigmoid -> Relu -> A        =>      x -> Sigmoid -> A
Match match(const GraphView& view, NodeId id) {
    const ir::Node& clip = view.graph.node(id);
    if (!isClip(clip) || !ir::isFloating(typeOf(view, clip.input(0)).dtype)) return NoMatch{};
    const ir::Node* before = view.producer(clip.input(0));
    if (!before || isClip(*before)) return NoMatch{}; // merge_clips
    const auto bounds = boundsOf(view, clip);
    if (!bounds || !(bounds->low <= bounds->high)) return NoMatch{};
    const Bounds range = rangeOf(view, clip.input(0));
    if (range.low < bounds->low || range.high > bounds->high) return NoMatch{};
    return replaceAllUsesWith(
        view, id, clip.input(0),
        say("{1} limits nothing: {2} stays within its bounds", clip.label(), described(view, clip.input(0))));
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Drop limits that the operators before them keep anyway"),
    .match = match,
    .before = "Sigmoid -> Relu",
    .after = "Sigmoid",
    .roots = {"Relu", "Clip"},
};

} // namespace edgewright::fusion::eliminate_clip
