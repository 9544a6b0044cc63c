// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/movement/movement_parameters.h"

#include "core/fusion/matching.h"
#include "core/ops/operands/axes.h"

#include <algorithm>
#include <limits>

namespace edgewright::fusion {

std::optional<Ints> listOf(const GraphView& view, const ir::Node& node, std::string_view attribute,
                           std::size_t input) {
    if (!attribute.empty() && node.find(attribute)) return node.ints(attribute);
    return node.hasInput(input) ? knownInts(view, node.input(input)) : std::nullopt;
}

bool isGiven(const ir::Node& node, std::string_view attribute, std::size_t input) {
    return (!attribute.empty() && node.find(attribute) != nullptr) || node.hasInput(input);
}

std::optional<std::size_t> normalisedAxis(std::int64_t axis, std::size_t rank) {
    const auto normal = ops::normaliseAxis(axis, static_cast<std::int64_t>(rank));
    return normal ? std::optional(static_cast<std::size_t>(*normal)) : std::nullopt;
}

std::optional<std::vector<std::size_t>> normalisedAxes(const Ints& axes, std::size_t rank) {
    const auto normal = ops::normaliseAxes(axes, static_cast<std::int64_t>(rank));
    return normal ? std::optional(std::vector<std::size_t>(normal->begin(), normal->end())) : std::nullopt;
}

std::optional<std::size_t> concatAxis(const GraphView& view, const ir::Node& concat) {
    const auto rank = typeOf(view, concat.output(0)).rank();
    if (!rank || (!concat.find("axis") && view.opset() >= 4)) return std::nullopt; // required from there on
    return normalisedAxis(concat.intOr("axis", 1), *rank);
}

std::string_view padsAttribute(const GraphView& view) { return view.opset() >= 2 ? "pads" : "paddings"; }

std::optional<Ints> padsOf(const GraphView& view, const ir::Node& pad, std::size_t rank) {
    if (view.opset() < 11) {
        Ints pads = pad.ints(padsAttribute(view));
        return pads.size() == 2 * rank ? std::optional(std::move(pads)) : std::nullopt;
    }
    const auto pads = knownInts(view, pad.input(1));
    if (!pads) return std::nullopt;
    if (!pad.hasInput(3)) return pads->size() == 2 * rank ? pads : std::nullopt;
    const auto given = knownInts(view, pad.input(3));
    const auto axes = given ? normalisedAxes(*given, rank) : std::nullopt;
    if (!axes || pads->size() != 2 * axes->size()) return std::nullopt;
    Ints full(2 * rank, 0);
    for (std::size_t i = 0; i < axes->size(); ++i) {
        full[(*axes)[i]] = (*pads)[i];
        full[(*axes)[i] + rank] = (*pads)[i + axes->size()];
    }
    return full;
}

std::optional<double> fillOf(const GraphView& view, const ir::Node& pad) {
    if (view.opset() < 11) return double(pad.floatOr("value", 0));
    return pad.hasInput(2) ? knownScalar(view, pad.input(2)) : 0.0;
}

std::optional<Permutation> permutationOf(const GraphView& view, const ir::Node& transpose) {
    const auto rank = typeOf(view, transpose.input(0)).rank();
    if (!transpose.find("perm")) {
        if (!rank) return std::nullopt;
        Permutation reversed(*rank);
        for (std::size_t i = 0; i < *rank; ++i)
            reversed[i] = *rank - 1 - i;
        return reversed;
    }
    const Ints perm = transpose.ints("perm");
    if (rank && *rank != perm.size()) return std::nullopt;
    return normalisedAxes(perm, perm.size());
}

Permutation inverse(const Permutation& perm) {
    Permutation result(perm.size());
    for (std::size_t i = 0; i < perm.size(); ++i)
        result[perm[i]] = i;
    return result;
}

bool isIdentity(const Permutation& perm) {
    for (std::size_t i = 0; i < perm.size(); ++i)
        if (perm[i] != i) return false;
    return true;
}

Ints asInts(const Permutation& perm) { return {perm.begin(), perm.end()}; }

ir::TensorType permuted(const ir::TensorType& type, const Permutation& perm) {
    ir::TensorType result = type;
    if (!type.shape || type.shape->size() != perm.size()) {
        result.shape.reset();
        return result;
    }
    for (std::size_t i = 0; i < perm.size(); ++i)
        (*result.shape)[i] = (*type.shape)[perm[i]];
    return result;
}

std::optional<std::vector<Walk>> walksOf(const GraphView& view, const ir::Node& slice) {
    const ir::TensorType& in = typeOf(view, slice.input(0));
    const auto starts = listOf(view, slice, "starts", 1);
    const auto ends = listOf(view, slice, "ends", 2);
    if (!in.shape || !starts || !ends || starts->size() != ends->size()) return std::nullopt;
    Ints axes;
    for (std::size_t i = 0; i < starts->size(); ++i)
        axes.push_back(static_cast<std::int64_t>(i));
    if (isGiven(slice, "axes", 3)) {
        auto given = listOf(view, slice, "axes", 3);
        if (!given) return std::nullopt;
        axes = *std::move(given);
    }
    Ints steps(starts->size(), 1);
    if (slice.hasInput(4)) {
        auto given = knownInts(view, slice.input(4));
        if (!given) return std::nullopt;
        steps = *std::move(given);
    }
    const auto normal = normalisedAxes(axes, in.shape->size());
    if (!normal || normal->size() != starts->size() || steps.size() != starts->size()) return std::nullopt;
    std::vector<Walk> walks(in.shape->size());
    for (std::size_t i = 0; i < normal->size(); ++i) {
        const ir::Dim& extent = (*in.shape)[(*normal)[i]];
        constexpr std::int64_t MaxExtent = std::int64_t(1) << 40; // sums below stay far from overflow
        if (!extent.known() || extent.value() > MaxExtent) return std::nullopt;
        const std::int64_t n = extent.value();
        const std::int64_t step = steps[i];
        if (step == 0 || step > MaxExtent || step < -MaxExtent) return std::nullopt;
        const auto inside = [&](std::int64_t index, std::int64_t low, std::int64_t high) {
            if (index < 0) index = index < -n ? low : index + n;
            return std::clamp(index, low, high);
        };
        Walk& walk = walks[(*normal)[i]];
        walk.step = step;
        if (step > 0) {
            walk.start = inside((*starts)[i], 0, n);
            const std::int64_t end = inside((*ends)[i], 0, n);
            walk.count = end > walk.start ? (end - walk.start + step - 1) / step : 0;
        } else {
            if (n == 0) return std::nullopt;
            walk.start = inside((*starts)[i], 0, n - 1);
            const std::int64_t end = inside((*ends)[i], -1, n - 1);
            walk.count = end < walk.start ? (walk.start - end - step - 1) / -step : 0;
        }
        if (walk.start == 0 && walk.step == 1 && walk.count == n) walk = Walk();
    }
    return walks;
}

std::optional<ir::Node> sliceOf(const GraphView& view, ir::PatchBuilder& patch, ValueId x,
                                const std::vector<Walk>& walks, const std::string& name) {
    Ints starts, ends, axes, steps;
    bool strided = false;
    for (std::size_t axis = 0; axis < walks.size(); ++axis) {
        const Walk& walk = walks[axis];
        if (walk.whole()) continue;
        if (walk.count < 0) return std::nullopt;
        const std::int64_t behind = walk.start + walk.step * walk.count;
        axes.push_back(static_cast<std::int64_t>(axis));
        starts.push_back(walk.start);
        // Behind the first element of a walk down there is no index to name.
        ends.push_back(behind < 0 ? std::numeric_limits<std::int64_t>::min() + 1 : behind);
        steps.push_back(walk.step);
        strided = strided || walk.step != 1;
    }
    if (strided && view.opset() < 10) return std::nullopt;
    ir::Node slice;
    slice.op = "Slice";
    slice.inputs = {x};
    if (view.opset() < 10) {
        slice.set("starts", std::move(starts));
        slice.set("ends", std::move(ends));
        slice.set("axes", std::move(axes));
        return slice;
    }
    const auto list = [&](const char* suffix, const Ints& values) {
        slice.inputs.push_back(patch.constant(
            name + suffix, ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values)));
    };
    list("_starts", starts);
    list("_ends", ends);
    list("_axes", axes);
    if (strided) list("_steps", steps);
    return slice;
}

} // namespace edgewright::fusion
