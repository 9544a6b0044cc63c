// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/normalisation.h"

namespace edgewright::fusion::compose_instance_normalization {

namespace {

constexpr std::string_view Op = "InstanceNormalization";

// All axes behind batch and channels. Of three axes the last one alone may be meant, for LayerNormalization: a
// scale for each channel tells.
bool overThePlane(const Normalised& found) {
    return (found.rank > 3 || (found.rank == 3 && found.scale.valid())) && found.trailing() &&
           found.axes.front() == 2;
}

// One number for each channel.
std::optional<ir::Tensor> perChannel(const GraphView& view, const Normalised& found, ValueId given,
                                     std::int64_t channels, double otherwise) {
    if (!given.valid()) return filledTensor(typeOf(view, found.x).dtype, {channels}, otherwise);
    const ir::Tensor* known = knownTensor(view, given);
    return known ? expandedOver(*known, found.rank, {1}, {channels}) : std::nullopt;
}

Match match(const GraphView& view, NodeId id) {
    auto found = normalisedAt(view, view.graph.node(id));
    if (!found || !found->centred || !overThePlane(*found)) return NoMatch{};
    const ir::Dim channels = (*typeOf(view, found->x).shape)[1];
    if (!channels.known()) return NoMatch{};
    auto scale = perChannel(view, *found, found->scale, channels.value(), 1);
    auto shift = perChannel(view, *found, found->shift, channels.value(), 0);
    if (!scale || !shift) return NoMatch{}; // of another shape: LayerNormalization
    if (!found->obstacle.empty())
        return Refused{found->nodes, {found->x}, say("not {1}: {2}", Op, found->obstacle)};
    if (auto refused = whyNotComposed(view, found->nodes, Op)) return *std::move(refused);

    const std::string name = view.graph.value(view.graph.node(found->nodes.front()).output(0)).name;
    ir::PatchBuilder patch(view.graph);
    const ValueId scaleValue = patch.constant(name + "_scale", *std::move(scale));
    const ValueId shiftValue = patch.constant(name + "_shift", *std::move(shift));
    patch.add(replacementNode(view, found->nodes, Op, {found->x, scaleValue, shiftValue},
                              {{"epsilon", static_cast<float>(found->epsilon)}}));
    return composed(view, std::move(patch), found->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Mean and variance of each channel into InstanceNormalization"),
    .match = match,
    .before = "(x - mean) / sqrt(variance + eps) * scale + shift",
    .after = "InstanceNormalization",
    .composes = true,
    .roots = {"Div", "Mul"},
};

} // namespace edgewright::fusion::compose_instance_normalization
