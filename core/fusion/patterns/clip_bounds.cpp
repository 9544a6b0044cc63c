// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/clip_bounds.h"

#include "core/fusion/matching.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

namespace edgewright::fusion {

namespace {

constexpr double Infinity = std::numeric_limits<double>::infinity();
constexpr Bounds All{-Infinity, Infinity};
constexpr int MaxOperatorsBetween = 4; // operators between the one that limits and the Clip
constexpr std::size_t MaxValues = 64;  // looked at before it

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

// What the value before `node` says of the one behind it.
enum class Passing { Everything, Sign, Nothing };

Passing passing(const ir::Node& node) {
    static constexpr std::array<std::string_view, 11> Moving{"Identity",  "Reshape",   "Flatten", "Squeeze",
                                                             "Unsqueeze", "Transpose", "Slice",   "Gather",
                                                             "Expand",    "Tile",      "Split"};
    static constexpr std::array<std::string_view, 4> Choosing{"MaxPool", "GlobalMaxPool", "ReduceMax",
                                                              "ReduceMin"};
    static constexpr std::array<std::string_view, 3> Averaging{"AveragePool", "GlobalAveragePool",
                                                               "ReduceMean"};
    if (node.is("Concat") || isOneOf(Moving, node) || isOneOf(Choosing, node)) return Passing::Everything;
    // a mean may be rounded beyond the largest element, not below zero
    return isOneOf(Averaging, node) ? Passing::Sign : Passing::Nothing;
}

// What the operator alone says; empty: look before it.
std::optional<Bounds> ownRange(const GraphView& view, const ir::Node& node) {
    static constexpr std::array<std::string_view, 2> Fractions{"Sigmoid", "HardSigmoid"};
    static constexpr std::array<std::string_view, 9> Positive{
        "Relu", "Exp", "Softplus", "Abs", "Sqrt", "Softmax", "ReduceL1", "ReduceL2", "ReduceSumSquare"};
    if (isOneOf(Fractions, node)) return Bounds{0, 1};
    if (node.is("Clip")) {
        const auto bounds = boundsOf(view, node);
        return bounds && bounds->low <= bounds->high ? *bounds : All;
    }
    if (isOneOf(Positive, node)) return Bounds{0, Infinity};
    return std::nullopt;
}

} // namespace

// The hull of all values that its elements can come from, each looked at once however many ways lead there.
Bounds rangeOf(const GraphView& view, ValueId value) {
    struct Place {
        ValueId value;
        int steps;     // that are left
        bool averaged; // on the way from there
        bool operator==(const Place& other) const { return value == other.value && averaged == other.averaged; }
    };
    std::vector<Place> places{
        {value, MaxOperatorsBetween, false}}; // breadth first: the shortest way comes first
    Bounds range{Infinity, -Infinity};
    for (std::size_t at = 0; at < places.size(); ++at) {
        const Place place = places[at];
        const ir::Node* node = view.producer(place.value);
        if (!node || !node->domain.empty() || node->inputs.empty()) return All;
        if (auto own = ownRange(view, *node)) {
            if (place.averaged) *own = {own->low >= 0 ? 0 : -Infinity, Infinity};
            range = {std::min(range.low, own->low), std::max(range.high, own->high)};
            if (range.low == All.low && range.high == All.high) return All;
            continue;
        }
        const Passing how = passing(*node);
        if (how == Passing::Nothing || place.steps == 0) return All;
        const std::size_t count = node->is("Concat") ? node->inputs.size() : 1;
        for (std::size_t i = 0; i < count; ++i) {
            const Place before{node->inputs[i], place.steps - 1, place.averaged || how == Passing::Sign};
            if (std::ranges::find(places, before) != places.end()) continue;
            if (places.size() == MaxValues) return All;
            places.push_back(before);
        }
    }
    return range;
}

} // namespace edgewright::fusion
