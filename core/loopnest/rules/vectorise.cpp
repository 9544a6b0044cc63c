// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors along an axis: along the one whose results lie side by side, and along one that a constant factor can
// be packed for. A sketch for each; one without vectors where no axis is long enough.
#include "core/loopnest/rule.h"

#include <algorithm>
#include <array>

namespace edgewright::loopnest::vectorise_rule {

namespace {

constexpr std::array<std::int64_t, 3> Lanes{4, 8, 16};

std::int64_t strideOf(const Access& access, std::size_t axis) { return access.linear().coefficients[axis]; }

bool canPack(const Computation& computation, std::size_t axis) {
    for (const Access* const each : {&computation.left, &computation.right}) {
        const Access& other = each == &computation.left ? computation.right : computation.left;
        if (each->isConstant && each->dependsOn(axis) && !other.dependsOn(axis) &&
            !each->isPadded(computation.axes))
            return true;
    }
    return false;
}

std::vector<Sketch> apply(const Computation& computation, const Sketch& given, const Target&) {
    std::vector<Sketch> derived;
    for (const std::size_t axis : computation.spatial()) {
        if (computation.axes[axis].extent < Lanes.front()) continue;
        if (strideOf(computation.output, axis) != 1 && !canPack(computation, axis)) continue;
        Sketch sketch = given;
        sketch.vector = axis;
        if (std::ranges::count(sketch.tiled, axis) == 0) {
            sketch.tiled.erase(std::ranges::min_element(
                sketch.tiled, {}, [&](std::size_t each) { return computation.axes[each].extent; }));
            sketch.tiled.push_back(axis);
            std::ranges::sort(sketch.tiled);
        }
        sketch.steps.push_back("vectorise " + computation.axes[axis].name);
        derived.push_back(std::move(sketch));
    }
    if (derived.empty()) derived.push_back(given);
    return derived;
}

void knobs(const Computation& computation, const Sketch& sketch, const Target& target,
           std::vector<Knob>& into) {
    if (!sketch.vector) return;
    into.push_back({"lanes", upTo(std::min(target.lanes, computation.axes[*sketch.vector].extent), Lanes)});
}

} // namespace

extern const Rule entry{
    .name = "vectorise", .summary = "Vectors along one axis", .apply = apply, .knobs = knobs};

} // namespace edgewright::loopnest::vectorise_rule
