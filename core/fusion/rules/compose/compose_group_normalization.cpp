// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/normalisation.h"

#include <algorithm>

namespace edgewright::fusion::compose_group_normalization {

namespace {

constexpr std::string_view Op = "GroupNormalization";
constexpr std::int64_t MaxChannels = 1
                                     << 20; // the operator may get a scale for each, whatever was there before

struct Grouped {
    ValueId x;
    std::int64_t channels = 0;
    std::int64_t groups = 0;
    const ir::Node* norm = nullptr;
    std::vector<NodeId> nodes; // last first
};

bool isReshapeOf(const ir::Node& node, ValueId x) { return node.is("Reshape") && node.input(0) == x; }

// Reshape [N, C, ...] -> [N, G, ...], InstanceNormalization over each group, and the reshape back.
std::optional<Grouped> groupedAt(const GraphView& view, const ir::Node& norm) {
    Trail trail(view);
    const auto readers = view.connections.consumers(norm.output(0));
    const auto reshapes = [&](NodeId id) { return isReshapeOf(view.graph.node(id), norm.output(0)); };
    const auto found = std::ranges::find_if(readers, reshapes);
    if (found == readers.end()) return std::nullopt;
    const ir::Node* back = &view.graph.node(*found);
    trail.note(back->id);
    trail.note(norm.id);
    const ir::Node* split = trail.step(norm.input(0), "Reshape");
    if (!split) return std::nullopt;
    const ir::TensorType& x = typeOf(view, split->input(0));
    const ir::TensorType& middle = typeOf(view, norm.input(0));
    if (!sameShape(x, typeOf(view, back->output(0))) || !middle.shape) return std::nullopt;
    if (x.shape->size() < 3 || middle.shape->size() < 3) return std::nullopt;
    const ir::Dim channels = (*x.shape)[1];
    const ir::Dim groups = (*middle.shape)[1];
    const bool sameBatch = (*x.shape)[0] == (*middle.shape)[0];
    if (!sameBatch || !channels.known() || !groups.known() || groups.value() < 1 ||
        channels.value() > MaxChannels || channels.value() % groups.value() != 0)
        return std::nullopt;
    // With the batch as it was, a group is C / G whole channels exactly when the elements agree in number: a
    // reshape keeps them.
    return Grouped{split->input(0), channels.value(), groups.value(), &norm, trail.nodes()};
}

// One number for each channel.
std::optional<std::vector<double>> perChannel(const GraphView& view, const Grouped& found, ValueId after,
                                              std::size_t rank) {
    const auto count = static_cast<std::size_t>(found.channels);
    const ir::Tensor* known = knownTensor(view, after);
    if (!known) return std::nullopt;
    const auto tensor = expandedOver(*known, rank, {1}, {found.channels});
    if (!tensor) return std::nullopt;
    std::vector<double> result(count);
    for (std::size_t i = 0; i < count; ++i)
        result[i] = ir::elementAsDouble(*tensor, static_cast<std::int64_t>(i));
    return result;
}

bool sameInGroups(const std::vector<double>& values, std::int64_t groups) {
    const std::size_t each = values.size() / static_cast<std::size_t>(groups);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] != values[i / each * each]) return false;
    return true;
}

//   Reshape -> InstanceNormalization -> Reshape [-> Mul(scale)] [-> Add(shift)]     =>     GroupNormalization
Match match(const GraphView& view, NodeId id) {
    const ir::Node& norm = view.graph.node(id);
    if (!norm.is("InstanceNormalization")) return NoMatch{};
    auto found = groupedAt(view, norm);
    if (!found) return NoMatch{};
    const auto ownScale = knownFloats(view, norm.input(1));
    const auto ownShift = knownFloats(view, norm.input(2));
    if (!ownScale || !ownShift) {
        const ValueId odd = norm.input(ownScale ? 2 : 1);
        const std::string what =
            ownScale ? say("the shift of {1}", norm.label()) : say("the scale of {1}", norm.label());
        return Refused{found->nodes, {odd}, notConstant(view, what, odd)};
    }
    const auto groups = static_cast<std::size_t>(found->groups);
    if (ownScale->size() != groups || ownShift->size() != groups) return NoMatch{};

    const std::size_t rank = *typeOf(view, found->x).rank();
    std::vector<double> scale(static_cast<std::size_t>(found->channels), 1);
    std::vector<double> shift(scale.size(), 0);
    ValueId out = view.graph.node(found->nodes.front()).output(0);
    for (const char* op : {"Mul", "Add"}) {
        const ir::Node* next = view.onlyConsumer(out);
        if (!next || !next->is(op) || next->inputs.size() != 2) continue;
        const ValueId other = next->input(next->input(0) == out ? 1 : 0);
        const auto given = perChannel(view, *found, other, rank);
        if (!given || !sameShape(typeOf(view, next->output(0)), typeOf(view, out))) break;
        (next->is("Mul") ? scale : shift) = *given;
        found->nodes.insert(found->nodes.begin(), next->id);
        out = next->output(0);
    }
    const std::size_t each = scale.size() / groups;
    for (std::size_t c = 0; c < scale.size(); ++c) {
        shift[c] += scale[c] * (*ownShift)[c / each];
        scale[c] *= (*ownScale)[c / each];
    }
    // Until opset 20 the operator has one scale for each group, from 21 on one for each channel.
    const bool perGroup = sameInGroups(scale, found->groups) && sameInGroups(shift, found->groups);
    if (auto refused = whyNotComposed(view, found->nodes, Op, perGroup ? 18 : 21)) return *std::move(refused);
    const bool byGroup = view.opset() < 21;
    const std::int64_t count = byGroup ? found->groups : found->channels;
    const auto tensor = [&](const std::vector<double>& values) {
        return roundedTensor(typeOf(view, found->x).dtype, {count}, [&](std::int64_t i) {
            return values[static_cast<std::size_t>(i) * (byGroup ? each : 1)];
        });
    };
    auto scales = tensor(scale);
    auto shifts = tensor(shift);
    if (!scales || !shifts) return NoMatch{};
    const std::string name = view.graph.value(out).name;
    ir::PatchBuilder patch(view.graph);
    const ValueId scaleValue = patch.constant(name + "_scale", *std::move(scales));
    const ValueId shiftValue = patch.constant(name + "_shift", *std::move(shifts));
    patch.add(replacementNode(view, found->nodes, Op, {found->x, scaleValue, shiftValue},
                              {{"epsilon", norm.floatOr("epsilon", 1e-5F)}, {"num_groups", found->groups}}));
    return composed(view, std::move(patch), found->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Instance norm of reshaped groups into GroupNormalization"),
    .match = match,
    .before = "Reshape -> InstanceNormalization -> Reshape -> Mul -> Add",
    .after = "GroupNormalization",
    .composes = true,
    .roots = {"InstanceNormalization"},
};

} // namespace edgewright::fusion::compose_group_normalization
