// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/movement/movement_parameters.h"
#include "core/fusion/patterns/clip_bounds.h"

#include <algorithm>
#include <limits>

namespace edgewright::fusion::fold_pad {

namespace {

bool isZero(std::int64_t value) { return value == 0; }

// Max pooling pads with minus infinity: the same when that is what Pad adds, when nothing below the zeros that
// Pad adds occurs, or when Pad repeats the edge; then every window has to hold at least one real element, and,
// of those that reach over the edge, the edge itself.
bool maxIgnores(const GraphView& view, const ir::Node& pad, double value, const Ints& pads,
                const ir::Node& pool) {
    const bool edge = pad.stringOr("mode", "constant") == "edge";
    if (!edge && value <= -double(std::numeric_limits<float>::max())) return true;
    if (!edge && (value != 0 || rangeOf(view, pad.input(0)).low < 0)) return false;
    if (edge && !std::ranges::all_of(pool.ints("pads"), isZero)) return false;
    if (!std::ranges::all_of(pool.ints("dilations"), [](std::int64_t dilation) { return dilation == 1; }))
        return false;
    const Ints kernel = pool.ints("kernel_shape");
    for (std::size_t i = 0; i < pads.size(); ++i)
        if (pads[i] >= kernel[i % kernel.size()]) return false;
    return true;
}

//   x -> Pad(p) -> Conv(pads = q)        =>      x -> Conv(pads = p + q)
Match match(const GraphView& view, NodeId id) {
    const ir::Node& user = view.graph.node(id);
    const bool conv = user.is("Conv");
    const bool average = user.is("AveragePool");
    const bool maximum = user.is("MaxPool");
    const bool norm = user.is("LpPool");
    const ir::Node* pad = conv || average || maximum || norm ? view.producer(user.input(0)) : nullptr;
    if (!pad || !pad->is("Pad")) return NoMatch{};
    const ValueId padded = user.input(0);
    const auto refuse = [&](std::string reason, ValueId tensor = {}, std::int64_t neededOpset = 0) {
        return Refused{{id, pad->id}, {tensor.valid() ? tensor : padded}, std::move(reason), neededOpset};
    };

    if (auto reason = whyNotPrivate(view, padded, id)) return refuse(std::move(*reason), padded);
    if (const std::string mode = pad->stringOr("mode", "constant");
        mode != "constant" && !(mode == "edge" && maximum))
        return refuse(
            say("{1} fills in '{2}' mode, {3} pads with a constant", pad->label(), mode, user.label()));
    const auto value = fillOf(view, *pad);
    if (!value)
        return refuse(notConstant(view, say("the fill value of {1}", pad->label()), pad->input(2)),
                      pad->input(2));
    const auto rank = typeOf(view, pad->input(0)).rank();
    if (!rank || *rank < 3)
        return refuse(say("the rank of the input of {1} is not known", pad->label()), pad->input(0));
    const auto full = padsOf(view, *pad, *rank);
    if (!full)
        return refuse(view.opset() >= 11 && !knownInts(view, pad->input(1))
                          ? notConstant(view, say("the padding of {1}", pad->label()), pad->input(1))
                          : say("the padding of {1} does not match its input's rank", pad->label()),
                      pad->input(1));
    if (std::ranges::any_of(*full, [](std::int64_t each) { return each < 0; }))
        return refuse(say("{1} crops: its padding is negative", pad->label()));
    if (!isZero((*full)[0]) || !isZero((*full)[1]) || !isZero((*full)[*rank]) || !isZero((*full)[*rank + 1]))
        return refuse(say("{1} pads the batch or channel axis", pad->label()));

    const std::size_t axes = *rank - 2;
    Ints own = user.ints("pads");
    const std::string autoPad = user.stringOr("auto_pad", "NOTSET");
    if (autoPad != "NOTSET" && autoPad != "VALID" && !autoPad.empty())
        return refuse(
            say("{1} computes its own padding from the padded extent (auto_pad {2})", user.label(), autoPad));
    if (own.empty() || autoPad == "VALID") own.assign(2 * axes, 0);
    if (own.size() != 2 * axes)
        return refuse(say("the padding of {1} does not match its input's rank", user.label()));
    constexpr std::int64_t MaxPad = std::int64_t(1) << 40; // the sums below stay far from overflow
    const auto tooLarge = [](std::int64_t each) { return each < 0 || each > MaxPad; };
    if (std::ranges::any_of(own, tooLarge) || std::ranges::any_of(*full, tooLarge))
        return refuse(say("the padding of {1} and {2} is out of range", pad->label(), user.label()));
    Ints pads(2 * axes);
    for (std::size_t i = 0; i < axes; ++i) {
        pads[i] = own[i] + (*full)[i + 2];
        pads[i + axes] = own[i + axes] + (*full)[i + 2 + *rank];
    }

    ir::Node merged = user;
    if (conv || average || norm) {
        if (*value != 0)
            return refuse(say("{1} pads with {2}, not with zeros", pad->label(), std::to_string(*value)));
    }
    if (!conv && user.intOr("ceil_mode", 0) != 0)
        return refuse(say("{1} rounds its output extent up: windows would start in the padding", user.label()));
    if (average) {
        // Pad's zeros count as elements. Without padding of its own, the pool counts nothing else.
        if (user.intOr("count_include_pad", 0) == 0 && !std::ranges::all_of(own, isZero))
            return refuse(say("{1} does not count its own padding, but the zeros of {2} do count", user.label(),
                              pad->label()));
        if (view.opset() < 7)
            return refuse(
                say("{1} would have to count the zeros of {2}, which needs opset 7; the model has {3}",
                    user.label(), pad->label(), view.opset()),
                {}, 7);
        merged.set("count_include_pad", std::int64_t(1));
    }
    if (maximum) {
        if (user.output(1).valid())
            return refuse(say("{1} also gives indices, which count the padding", user.label()));
        if (user.ints("kernel_shape").size() != axes)
            return refuse(say("the kernel of {1} does not match its input's rank", user.label()));
        if (!maxIgnores(view, *pad, *value, pads, user))
            return refuse(
                pad->stringOr("mode", "constant") == "edge"
                    ? say("{1} repeats the edge, {2} pads with minus infinity", pad->label(), user.label())
                    : say("{1} pads with {2}, {3} pads with minus infinity", pad->label(),
                          std::to_string(*value), user.label()));
    }
    std::erase_if(merged.attributes,
                  [](const ir::Attribute& attribute) { return attribute.name == "auto_pad"; });
    merged.set("pads", std::move(pads));
    merged.inputs[0] = pad->input(0);
    merged.origins.clear();
    ir::PatchBuilder patch(view.graph);
    patch.remove(pad->id);
    patch.remove(id);
    patch.add(std::move(merged));
    return Applied{
        patch.take(), {id, pad->id}, say("{1} pads by itself what {2} added", user.label(), pad->label())};
}

} // namespace

extern const Rule entry{
    .summary = TRANSLATABLE("Rule", "Padding into the convolution or pooling behind it"),
    .match = match,
    .before = "Pad -> Conv",
    .after = TRANSLATABLE("Rule", "Conv with larger pads"),
    .roots = {"Conv", "AveragePool", "MaxPool", "LpPool"},
};

} // namespace edgewright::fusion::fold_pad
