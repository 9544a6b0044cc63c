// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/normalisation.h"

namespace edgewright::fusion::compose_rms_normalization {

namespace {

constexpr std::string_view Op = "RMSNormalization";

//   x -> Pow(2) -> ReduceMean -> Add(epsilon) -> Sqrt = root       x / root * scale     =>     x ->
//   RMSNormalization
Match match(const GraphView& view, NodeId id) {
    auto found = normalisedAt(view, view.graph.node(id));
    if (!found || found->centred) return NoMatch{};
    if (!found->obstacle.empty())
        return Refused{found->nodes, {found->x}, say("not {1}: {2}", Op, found->obstacle)};
    if (!found->trailing())
        return Refused{found->nodes,
                       {found->x},
                       say("{1} works along the last axes, and {2} along others", Op,
                           listed(view.graph, {found->nodes.back()}))};
    if (found->shift.valid()) { // is no part of the operator: stays behind it
        found->shift = {};
        while (!view.graph.node(found->nodes.front()).is("Add"))
            found->nodes.erase(found->nodes.begin());
        found->nodes.erase(found->nodes.begin());
    }
    if (auto refused = whyNotComposed(view, found->nodes, Op)) return *std::move(refused);
    if (found->dims.empty())
        return Refused{
            found->nodes,
            {found->x},
            say("the extents of {1} that are normalised are not known, and a scale of that shape is needed",
                described(view, found->x))};
    const ir::Node& last = view.graph.node(found->nodes.front());
    const ir::DataType type = typeOf(view, found->x).dtype;
    if (typeOf(view, last.output(0)).dtype != type) return NoMatch{};
    ir::PatchBuilder patch(view.graph);
    ValueId scale = found->scale;
    const ir::Tensor* known = knownTensor(view, scale);
    if (!scale.valid() || (known && known->dims() != found->dims)) {
        auto tensor = scale.valid() ? expandedOver(*known, found->rank, found->axes, found->dims)
                                    : filledTensor(type, found->dims, 1);
        if (!tensor)
            return Refused{
                found->nodes,
                {scale},
                say("'{1}' does not lie along the normalised axes alone", view.graph.value(scale).name)};
        scale = patch.constant(view.graph.value(last.output(0)).name + "_scale", *std::move(tensor));
    }
    patch.add(replacementNode(view, found->nodes, Op, {found->x, scale},
                              {{"axis", -static_cast<std::int64_t>(found->axes.size())},
                               {"epsilon", static_cast<float>(found->epsilon)}}));
    return composed(view, std::move(patch), found->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "x by its root mean square into RMSNormalization"),
    .match = match,
    .before = "x / sqrt(mean(x * x) + eps) * scale",
    .after = "RMSNormalization",
    .composes = true,
    .roots = {"Div", "Mul"},
};

} // namespace edgewright::fusion::compose_rms_normalization
