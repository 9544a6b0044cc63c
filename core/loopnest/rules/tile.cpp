// SPDX-License-Identifier: GPL-3.0-or-later
// Multi-level tiling: S S R S R S. The three largest axes are cut, others stay outside as they are.
#include "core/loopnest/rule.h"

#include <algorithm>
#include <array>

namespace edgewright::loopnest::tile_rule {

namespace {

constexpr std::size_t MaxTiled = 3; // axes: more of them make spaces that nobody can search
constexpr std::array<std::int64_t, 7> Registers{1, 2, 3, 4, 6, 8, 12};
constexpr std::array<std::int64_t, 5> Vectors{1, 2, 3, 4, 6};
constexpr std::array<std::int64_t, 5> Tiles{1, 2, 4, 8, 16};
constexpr std::array<std::int64_t, 3> Blocks{1, 4, 16};
constexpr std::array<std::int64_t, 2> Orders{0, 1};
constexpr std::array<std::int64_t, 3> ReductionOrders{0, 1, 2};

std::vector<Sketch> apply(const Computation& computation, const Sketch& given, const Target&) {
    Sketch sketch = given;
    sketch.steps.push_back("tile");
    sketch.tiled = computation.spatial();
    std::ranges::stable_sort(sketch.tiled, [&](std::size_t a, std::size_t b) {
        return computation.axes[a].extent > computation.axes[b].extent;
    });
    if (sketch.tiled.size() > MaxTiled) sketch.tiled.resize(MaxTiled);
    std::ranges::sort(sketch.tiled);
    return {sketch};
}

void knobs(const Computation& computation, const Sketch& sketch, const Target&, std::vector<Knob>& into) {
    for (const std::size_t axis : sketch.tiled) {
        const auto& [name, extent, isReduction] = computation.axes[axis];
        const bool isVector = sketch.vector == axis;
        into.push_back({"tile." + name, isVector ? upTo(extent, Vectors) : upTo(extent, Registers)});
        into.push_back({"inner." + name, upTo(extent, Tiles)});
        into.push_back({"outer." + name, upTo(extent, Blocks)});
    }
    if (sketch.tiled.size() > 1) into.push_back({"order", {Orders.begin(), Orders.end()}});
    const std::size_t reductions = computation.reduction().size();
    if (reductions > 1)
        into.push_back({"reduction_order", upTo(std::int64_t(reductions) - 1, ReductionOrders)});
}

} // namespace

extern const Rule entry{
    .name = "tile", .summary = "Multi-level tiling: S S R S R S", .apply = apply, .knobs = knobs};

} // namespace edgewright::loopnest::tile_rule
