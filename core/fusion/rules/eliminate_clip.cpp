// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/clip.h"
#include "core/fusion/matching.h"
#include "core/fusion/pass_on.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::fusion {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr int Farthest = 4; // operators between the one that limits and the Clip

bool isOneOf(const auto& names, const ir::Node& node) {
    return std::ranges::find(names, node.op) != names.end();
}

// What the elements of a value lie between, as far as the operators before it tell. NaN is neither.
Bounds rangeOf(const GraphView& view, ValueId value, int steps) {
    static constexpr std::array<std::string_view, 2> Fractions{"Sigmoid", "HardSigmoid"};
    static constexpr std::array<std::string_view, 9> Positive{
        "Relu", "Exp", "Softplus", "Abs", "Sqrt", "Softmax", "ReduceL1", "ReduceL2", "ReduceSumSquare"};
    static constexpr std::array<std::string_view, 11> Moving{"Identity",  "Reshape",   "Flatten", "Squeeze",
                                                             "Unsqueeze", "Transpose", "Slice",   "Gather",
                                                             "Expand",    "Tile",      "Split"};
    static constexpr std::array<std::string_view, 4> Choosing{"MaxPool", "GlobalMaxPool", "ReduceMax",
                                                              "ReduceMin"};
    static constexpr std::array<std::string_view, 3> Averaging{"AveragePool", "GlobalAveragePool",
                                                               "ReduceMean"};
    const Bounds all{-Infinity, Infinity};
    const ir::Node* node = view.producer(value);
    if (!node || !node->domain.empty() || node->inputs.empty()) return all;
    if (isOneOf(Fractions, *node)) return {0, 1};
    if (node->is("Clip")) {
        const auto bounds = boundsOf(view, *node);
        return bounds && bounds->low <= bounds->high ? *bounds : all;
    }
    if (isOneOf(Positive, *node)) return {0, Infinity};
    if (steps == 0) return all;
    if (isOneOf(Moving, *node) || isOneOf(Choosing, *node)) return rangeOf(view, node->input(0), steps - 1);
    if (isOneOf(Averaging, *node)) // a mean may be rounded beyond the largest element, not below zero
        return {rangeOf(view, node->input(0), steps - 1).low >= 0 ? 0 : -Infinity, Infinity};
    if (node->is("Concat")) {
        Bounds range{Infinity, -Infinity};
        for (const ValueId input : node->inputs) {
            const Bounds each = rangeOf(view, input, steps - 1);
            range = {std::min(range.low, each.low), std::max(range.high, each.high)};
        }
        return range;
    }
    return all;
}

//   x -> Sigmoid -> Relu -> A        =>      x -> Sigmoid -> A
Match match(const GraphView& view, NodeId id) {
    const ir::Node& clip = view.graph.node(id);
    if (!isClip(clip) || !ir::isFloating(typeOf(view, clip.input(0)).dtype)) return NoMatch{};
    const ir::Node* before = view.producer(clip.input(0));
    if (!before || isClip(*before)) return NoMatch{}; // merge_clips
    const auto bounds = boundsOf(view, clip);
    if (!bounds || !(bounds->low <= bounds->high)) return NoMatch{};
    const Bounds range = rangeOf(view, clip.input(0), Farthest);
    if (range.low < bounds->low || range.high > bounds->high) return NoMatch{};
    return passOn(view, id, clip.input(0),
                  clip.label() + " limits nothing: " + described(view, clip.input(0)) +
                      " stays within its bounds");
}

} // namespace

extern const Rule eliminate_clip;
const Rule eliminate_clip{"eliminate_clip", "Drop limits that the operators before them keep anyway", match,
                          "Sigmoid -> Relu", "Sigmoid"};

} // namespace edgewright::fusion
