// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"

#include <algorithm>
#include <bit>

namespace edgewright::fusion::merge_pads {

namespace {

struct Padding {
    Ints pads; // begins, then ends
    double fill = 0;
};

std::optional<Padding> constantPadding(const GraphView& view, const ir::Node& pad, std::size_t rank) {
    if (pad.stringOr("mode", "constant") != "constant") return std::nullopt;
    if (view.opset() >= 11 && pad.hasInput(3)) return std::nullopt; // axes
    auto pads = padsOf(view, pad, rank);
    constexpr std::int64_t MaxPad = std::int64_t(1) << 40;
    if (!pads || std::ranges::any_of(*pads, [](std::int64_t each) { return each < 0 || each > MaxPad; }))
        return std::nullopt;
    const auto fill = fillOf(view, pad);
    return fill ? std::optional(Padding{*std::move(pads), *fill}) : std::nullopt;
}

//   x -> Pad(p, v) -> Pad(q, v) -> A        =>      x -> Pad(p + q, v) -> A
Match match(const GraphView& view, NodeId id) {
    const ir::Node& second = view.graph.node(id);
    if (!second.is("Pad")) return NoMatch{};
    const ValueId middle = second.input(0);
    const ir::Node* first = view.producer(middle);
    if (!first || !first->is("Pad")) return NoMatch{};
    const auto refuse = [&](std::string reason) {
        return Refused{{id, first->id}, {middle}, std::move(reason)};
    };

    if (auto reason = whyNotPrivate(view, middle, id)) return refuse(std::move(*reason));
    const auto rank = typeOf(view, middle).rank();
    if (!rank) return NoMatch{};
    const auto a = constantPadding(view, *first, *rank);
    const auto b = constantPadding(view, second, *rank);
    for (const auto& [padding, node] : {std::pair(&a, first), std::pair(&b, &second)})
        if (!*padding)
            return refuse(say("{1} crops, names axes, fills in another mode than 'constant', or its padding is "
                              "computed at run time",
                              node->label()));
    if (std::bit_cast<std::uint64_t>(a->fill) != std::bit_cast<std::uint64_t>(b->fill))
        return refuse(say("{1} fills with {2}, {3} with {4}", first->label(), std::to_string(a->fill),
                          second.label(), std::to_string(b->fill)));
    Ints sum = a->pads;
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += b->pads[i];
    ir::PatchBuilder patch(view.graph);
    ir::Node merged = second;
    merged.origins.clear();
    merged.inputs[0] = first->input(0);
    if (view.opset() < 11)
        merged.set(std::string(padsAttribute(view)), std::move(sum));
    else
        merged.inputs[1] =
            patch.constant(view.graph.value(second.output(0)).name + "_pads",
                           ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(sum.size())}, sum));
    patch.remove(first->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{patch.take(),
                   {id, first->id},
                   say("{1} and {2} fill with the same value", first->label(), second.label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Consecutive paddings with the same value into one"),
    .match = match,
    .before = "Pad -> Pad",
    .after = "Pad",
    .roots = {"Pad"},
};

} // namespace edgewright::fusion::merge_pads
