// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/patterns/composing.h"
#include "core/fusion/patterns/normalisation.h"

#include <algorithm>

namespace edgewright::fusion::compose_layer_normalization {

namespace {

constexpr std::string_view Op = "LayerNormalization";

// The axes that are normalised, moved to the end; empty when they are there already.
Permutation toTheEnd(const Normalised& found) {
    Permutation permutation;
    if (found.trailing()) return permutation;
    for (std::size_t axis = 0; axis < found.rank; ++axis)
        if (!std::ranges::binary_search(found.axes, static_cast<std::int64_t>(axis)))
            permutation.push_back(axis);
    permutation.insert(permutation.end(), found.axes.begin(), found.axes.end());
    return permutation;
}

// One operand over the normalised axes: the value itself, a constant brought to that shape, or none.
struct Operand {
    ValueId value;
    std::optional<ir::Tensor> constant;
};
std::optional<Operand> operandOver(const GraphView& view, const Normalised& found, ValueId given) {
    const ir::Tensor* known = knownTensor(view, given);
    if (found.trailing() && (!known || known->dims() == found.dims)) return Operand{given, {}};
    if (!known) return std::nullopt;
    auto expanded = expandedOver(*known, found.rank, found.axes, found.dims);
    if (!expanded) return std::nullopt;
    return Operand{{}, std::move(expanded)};
}

//   x -> Sub(mean) -> Div(Sqrt(variance + epsilon)) -> Mul(scale) -> Add(shift)     =>     x ->
//   LayerNormalization
// Axes that are not the last ones are brought there and back by a Transpose.
Match match(const GraphView& view, NodeId id) {
    auto found = normalisedAt(view, view.graph.node(id));
    if (!found || !found->centred) return NoMatch{};
    if (!found->obstacle.empty())
        return Refused{found->nodes, {found->x}, say("not {1}: {2}", Op, found->obstacle)};
    if (auto refused = whyNotComposed(view, found->nodes, Op)) return *std::move(refused);
    if (found->dims.empty())
        return Refused{
            found->nodes,
            {found->x},
            say("the extents of {1} that are normalised are not known, and a scale of that shape is needed",
                described(view, found->x))};
    const ir::DataType type = typeOf(view, found->x).dtype;
    std::optional<Operand> scale;
    std::optional<Operand> shift;
    if (found->scale.valid())
        scale = operandOver(view, *found, found->scale);
    else if (auto ones = filledTensor(type, found->dims, 1))
        scale = Operand{{}, std::move(ones)};
    if (found->shift.valid()) shift = operandOver(view, *found, found->shift);
    if (!scale || (found->shift.valid() && !shift)) {
        const ValueId odd = !scale ? found->scale : found->shift;
        return Refused{found->nodes,
                       {odd},
                       say("'{1}' does not lie along the normalised axes alone", view.graph.value(odd).name)};
    }

    const ir::Node& last = view.graph.node(found->nodes.front());
    const std::string name = view.graph.value(last.output(0)).name;
    ir::PatchBuilder patch(view.graph);
    const auto value = [&](Operand& operand, const char* role) {
        return operand.value.valid() ? operand.value
                                     : patch.constant(name + "_" + role, *std::move(operand.constant));
    };
    std::vector<ValueId> inputs{found->x, value(*scale, "scale")};
    if (shift) inputs.push_back(value(*shift, "shift"));
    const auto permutation = toTheEnd(*found);
    const std::int64_t axis = -static_cast<std::int64_t>(found->axes.size());
    ir::Node norm = replacementNode(view, found->nodes, Op, std::move(inputs),
                                    {{"axis", axis}, {"epsilon", static_cast<float>(found->epsilon)}});
    if (permutation.empty()) {
        patch.add(std::move(norm));
        return composed(view, std::move(patch), found->nodes, Op);
    }
    const ir::TensorType inner = permuted(typeOf(view, found->x), permutation);
    const auto move = [&](ValueId from, ValueId to, const Permutation& order, const char* suffix) {
        ir::Node transpose;
        transpose.op = "Transpose";
        transpose.name = last.label() + suffix;
        transpose.inputs = {from};
        transpose.outputs = {to};
        transpose.attributes = {{"perm", asInts(order)}};
        patch.add(std::move(transpose));
    };
    const ValueId turned = patch.value(name + "_turned", inner);
    const ValueId normalised = patch.value(name + "_normalised", inner);
    move(found->x, turned, permutation, "_turn");
    norm.inputs[0] = turned;
    norm.outputs = {normalised};
    patch.add(std::move(norm));
    move(normalised, last.output(0), inverse(permutation), "_back");
    return composed(view, std::move(patch), found->nodes, Op);
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Mean and variance over the last axes into LayerNormalization"),
    .match = match,
    .before = "(x - mean) / sqrt(variance + eps) * scale + shift",
    .after = "LayerNormalization",
    .composes = true,
    .roots = {"Div", "Mul"},
};

} // namespace edgewright::fusion::compose_layer_normalization
