// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/clip.h"

#include "core/fusion/matching.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::fusion {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr int Farthest = 4; // operators between the one that limits and the Clip

} // namespace

bool isClip(const ir::Node& node) { return node.is("Relu") || node.is("Clip"); }

ValueId unknownBound(const GraphView& view, const ir::Node& clip) {
    if (!clip.is("Clip")) return {};
    for (std::size_t i = 1; i <= 2; ++i)
        if (clip.hasInput(i) && !knownScalar(view, clip.input(i))) return clip.input(i);
    return {};
}

std::optional<Bounds> boundsOf(const GraphView& view, const ir::Node& clip) {
    if (clip.is("Relu")) return Bounds{0, Infinity};
    if (unknownBound(view, clip).valid()) return std::nullopt;
    Bounds bounds{-Infinity, Infinity};
    if (view.opset() < 11) {
        // The defaults are the limits of float32: as good as none.
        if (clip.find("min")) bounds.low = clip.floatOr("min", 0);
        if (clip.find("max")) bounds.high = clip.floatOr("max", 0);
    } else {
        if (clip.hasInput(1)) bounds.low = *knownScalar(view, clip.input(1));
        if (clip.hasInput(2)) bounds.high = *knownScalar(view, clip.input(2));
    }
    return bounds;
}

namespace {

bool isOneOf(const auto& names, const ir::Node& node) {
    return std::ranges::find(names, node.op) != names.end();
}

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

} // namespace

Bounds rangeOf(const GraphView& view, ValueId value) { return rangeOf(view, value, Farthest); }

} // namespace edgewright::fusion
