// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/clip_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::fusion::merge_clips {

namespace {

// Max and Min with one constant limit to an interval, too.
bool limits(const GraphView& view, const ir::Node& node) {
    if (isClip(node)) return true;
    return (node.is("Max") || node.is("Min")) && node.inputs.size() == 2 && view.opset() >= 8;
}

// The input that is limited; invalid when there is none.
ValueId limited(const GraphView& view, const ir::Node& node) {
    if (isClip(node)) return node.input(0);
    for (std::size_t x = 0; x < 2; ++x) {
        const ir::TensorType& type = typeOf(view, node.input(x));
        const auto rank = typeOf(view, node.input(1 - x)).rank();
        if (knownScalar(view, node.input(1 - x)) && !knownScalar(view, node.input(x)) && rank && type.rank() &&
            *rank <= *type.rank())
            return node.input(x);
    }
    return {};
}

std::optional<Bounds> intervalOf(const GraphView& view, const ir::Node& node) {
    if (isClip(node)) return boundsOf(view, node);
    const double bound = *knownScalar(view, node.input(node.input(0) == limited(view, node) ? 1 : 0));
    constexpr double Infinity = std::numeric_limits<double>::infinity();
    return node.is("Max") ? Bounds{bound, Infinity} : Bounds{-Infinity, bound};
}

ir::Node clipNode(const GraphView& view, ir::PatchBuilder& patch, const ir::Node& first, const ir::Node& second,
                  const Bounds& bounds) {
    ir::Node merged = second;
    merged.origins.clear();
    merged.attributes.clear();
    merged.inputs = {limited(view, first)};
    if (bounds.low == 0 && std::isinf(bounds.high)) {
        merged.op = "Relu";
        return merged;
    }
    merged.op = "Clip";
    const bool hasLow = !std::isinf(bounds.low);
    const bool hasHigh = !std::isinf(bounds.high);
    if (view.opset() < 11) {
        if (hasLow) merged.set("min", static_cast<float>(bounds.low));
        if (hasHigh) merged.set("max", static_cast<float>(bounds.high));
        return merged;
    }
    const ir::DataType dtype = typeOf(view, limited(view, first)).dtype;
    const std::string& name = view.graph.value(second.output(0)).name;
    const auto bound = [&](const char* suffix, double value) {
        const auto tensor = roundedTensor(dtype, {}, [&](std::int64_t) { return value; });
        return tensor ? patch.constant(name + suffix, *tensor) : ValueId();
    };
    merged.inputs.push_back(hasLow ? bound("_min", bounds.low) : ValueId());
    if (hasHigh) merged.inputs.push_back(bound("_max", bounds.high));
    return merged;
}

//   x -> Clip[a,b] -> Clip[c,d]        =>      x -> Clip[L,H]         Relu is Clip[0,inf), Max(x, a)
//   Clip[a,inf)
//
//   Both are monotone, so the chain runs from its value at -inf to its value at +inf:
//   L = min(max(a, c), d),  H = min(max(b, c), d)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    if (!limits(view, second)) return NoMatch{};
    const ValueId x = limited(view, second);
    const ir::Node* first = view.producer(x);
    if (!first || !limits(view, *first) || !limited(view, *first).valid() ||
        !ir::isFloating(typeOf(view, x).dtype))
        return NoMatch{};
    const auto refuse = [&](std::string reason, ValueId tensor) {
        return Refused{{id, first->id}, {tensor}, std::move(reason)};
    };

    if (auto reason = whyNotPrivate(view, x, id)) return refuse(std::move(*reason), x);
    for (const ir::Node* each : {first, &second}) {
        const auto bounds = intervalOf(view, *each);
        if (!bounds) {
            const ValueId unknown = unknownBound(view, *each);
            return refuse(notConstant(view, say("the bound of {1}", each->label()), unknown), unknown);
        }
        if (!(bounds->low <= bounds->high))
            return refuse(say("the bounds of {1} are crossed", each->label()), each->input(0));
    }
    const Bounds a = *intervalOf(view, *first);
    const Bounds b = *intervalOf(view, second);
    const Bounds both{std::min(std::max(a.low, b.low), b.high), std::min(std::max(a.high, b.low), b.high)};

    ir::PatchBuilder patch(view.graph);
    patch.remove(first->id);
    patch.remove(id);
    patch.add(clipNode(view, patch, *first, second, both));
    return Applied{patch.take(),
                   {id, first->id},
                   say("{1} and {2} limit to one interval", first->label(), second.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Consecutive Relu, Clip, Max and Min with constants into one"),
    .match = match,
    .before = "Relu -> Clip",
    .after = "Clip",
    .roots = {"Relu", "Clip", "Max", "Min"},
};

} // namespace edgewright::fusion::merge_clips
