// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/nest.h"

#include "core/base/checked.h"

#include <algorithm>

namespace edgewright::loopnest {

namespace {

constexpr std::int64_t MaxKeptBytes = 64 << 10; // on the stack of a thread
constexpr std::int64_t MaxUnrolled = 256;       // products in the innermost loop
constexpr std::int64_t MaxTasks = std::int64_t(1) << 24;

// False where the numbers do not fit the extent.
bool cut(SpatialLoop& loop, const Schedule& schedule, std::int64_t lanes, bool isVector) {
    const std::string& name = schedule.computation->axes[loop.axis].name;
    loop.tile = schedule.choice("tile." + name, 1) * (isVector ? lanes : 1);
    loop.inner = schedule.choice("inner." + name, 1);
    loop.outer = schedule.choice("outer." + name, 1);
    if (isVector && schedule.sketch.packed) {
        if (loop.tile - lanes >= loop.extent) return false;
        loop.sticksOut = loop.extent % loop.tile != 0;
    } else if (loop.tile > loop.extent) {
        return false;
    }
    loop.tiles = ceilDiv(loop.extent, loop.tile);
    if (loop.inner > loop.tiles) return false;
    loop.blocks = ceilDiv(loop.tiles, loop.inner);
    if (loop.outer > loop.blocks) return false;
    loop.tasks = ceilDiv(loop.blocks, loop.outer);
    return true;
}

void orderReduction(Nest& nest, std::int64_t order) {
    if (order == 1)
        std::ranges::reverse(nest.reduction);
    else if (order == 2 && nest.reduction.size() > 1)
        std::rotate(nest.reduction.begin(), nest.reduction.begin() + 1, nest.reduction.end());
}

} // namespace

std::int64_t Nest::tilesInside() const {
    std::int64_t product = 1;
    for (const SpatialLoop& each : spatial)
        product *= each.inner;
    return product;
}

std::int64_t Nest::keptFloats() const { return keepsSums ? tilesInside() * sums * lanes : 0; }

std::int64_t Nest::termsOfBlock() const {
    std::int64_t product = 1;
    for (const ReductionLoop& each : reduction)
        product *= each.block;
    return product;
}

std::optional<Nest> Nest::of(const Schedule& schedule) {
    const Computation& computation = *schedule.computation;
    const Sketch& sketch = schedule.sketch;
    Nest nest;
    nest.computation = &computation;
    nest.lanes = sketch.vector ? schedule.choice("lanes", 1) : 1;
    nest.unroll = schedule.choice("unroll", 1);
    nest.packed = sketch.packed;
    nest.copiesPadding = sketch.copiesPadding;
    std::vector<std::size_t> whole, tiled;
    for (const std::size_t axis : computation.spatial()) {
        SpatialLoop loop;
        loop.axis = axis;
        loop.extent = loop.tiles = loop.blocks = loop.tasks = computation.axes[axis].extent;
        const bool isVector = sketch.vector == axis;
        if (isVector) nest.vector = nest.spatial.size();
        const bool isTiled = std::ranges::count(sketch.tiled, axis) > 0;
        if (isTiled && !cut(loop, schedule, nest.lanes, isVector)) return std::nullopt;
        (isTiled ? tiled : whole).push_back(nest.spatial.size());
        nest.spatial.push_back(loop);
    }
    if (schedule.choice("order", 0) == 1) std::ranges::reverse(tiled);
    nest.order = whole;
    nest.order.insert(nest.order.end(), tiled.begin(), tiled.end());
    for (std::size_t place = 0; place < nest.spatial.size(); ++place)
        nest.sums *= nest.stepsOf(place);
    // Sums, a vector of each step of the vector axis, and what is multiplied with it.
    const std::int64_t read = (nest.vector ? nest.stepsOf(*nest.vector) : 1) + 1;
    if (nest.sums + read > schedule.target.registers || nest.sums * nest.unroll > MaxUnrolled)
        return std::nullopt;
    for (const std::size_t axis : computation.reduction()) {
        ReductionLoop loop{axis, computation.axes[axis].extent, computation.axes[axis].extent};
        loop.block = schedule.choice("block." + computation.axes[axis].name, loop.extent);
        if (loop.block > loop.extent) return std::nullopt;
        nest.keepsSums = nest.keepsSums || loop.block < loop.extent;
        nest.reduction.push_back(loop);
    }
    orderReduction(nest, schedule.choice("reduction_order", 0));
    if (nest.keptFloats() * 4 > MaxKeptBytes) return std::nullopt;
    if (!nest.reduction.empty() && nest.unroll > nest.reduction.back().block) return std::nullopt;
    if (nest.reduction.empty() && nest.unroll > 1) return std::nullopt;
    nest.fused = sketch.isParallel ? static_cast<std::size_t>(schedule.choice("fused", 0)) : 0;
    for (std::size_t i = 0; i < nest.fused; ++i)
        nest.tasks *= nest.spatial[nest.order[i]].tasks;
    if (nest.tasks > MaxTasks) return std::nullopt;
    return nest;
}

} // namespace edgewright::loopnest
