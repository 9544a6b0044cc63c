// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/tiling_space.h"

#include "core/base/propagate.h"
#include "core/cost/physical/physical.h"
#include "core/cost/search/tiling_features.h"

#include <algorithm>

namespace edgewright::cost::search {

namespace {

constexpr std::int64_t FewDivisors = std::int64_t(1)
                                     << 20; // of larger extents only the small ones, and their partners

// Divisors of the extent and powers of two below it, rising.
std::vector<std::int64_t> knob(std::int64_t extent) {
    std::vector<std::int64_t> values;
    for (std::int64_t value = 1; value <= extent / value && value <= FewDivisors; ++value)
        if (extent % value == 0) values.insert(values.end(), {value, extent / value});
    for (std::int64_t value = 1; value < extent; value *= 2)
        values.push_back(value);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
}

// The side of the array that an axis lies on.
std::int64_t grainOf(std::int64_t side, std::int64_t extent, bool liesOnIt) {
    return liesOnIt && side < extent ? side : 1;
}

} // namespace

std::string_view spaceKindName(SpaceKind kind) {
    return kind == SpaceKind::Template ? "template" : "generated";
}

std::optional<SpaceKind> spaceKindFrom(std::string_view name) {
    for (const SpaceKind kind : {SpaceKind::Template, SpaceKind::Generated})
        if (name == spaceKindName(kind)) return kind;
    return std::nullopt;
}

Tiling TilingSpace::tilingOf(std::span<const Choice> point) const {
    const auto extent = [&](std::size_t axis) {
        return extents[axis].empty() ? std::int64_t(point[axis]) + 1
                                     : extents[axis][static_cast<std::size_t>(point[axis])];
    };
    return {extent(0), extent(1), extent(2), extent(3), LoopOrders[static_cast<std::size_t>(point[4])]};
}

double tilingValue(const TiledLayer& layer, const Accelerator& accelerator, const EnergyTable& energy,
                   const Tiling& tiling) {
    const TilingCandidate candidate(layer, tiling);
    const TiledTime time = timeOf(layer, accelerator, candidate);
    if (accelerator.objective == Objective::Cycles) return wholeCycles(time.cycles());
    const double spent = energyOf(layer, accelerator, energy, time.array, candidate.traffic).total();
    return accelerator.objective == Objective::Energy ? spent : spent * wholeCycles(time.cycles());
}

Result<TilingSpace> tilingSpace(const Layer& layer, const Accelerator& accelerator,
                                std::shared_ptr<const EnergyTable> energy, SpaceKind kind) {
    if (layer.unit == Unit::Vector)
        return badInput("layer '" + layer.name + "' works on the vector unit: it has no tiles to search");
    const TiledLayer tiled = tiledLayer(layer, accelerator);
    TilingSpace result;
    const std::int64_t wholes[] = {tiled.high.out, tiled.wide.out, tiled.filters, tiled.channels};
    const char* const names[] = {"rows", "cols", "filters", "channels"};
    const Dataflow dataflow = accelerator.dataflow;
    const std::int64_t grains[] = {
        1, 1, grainOf(accelerator.cols, tiled.filters, dataflow != Dataflow::InputStationary),
        grainOf(accelerator.rows, tiled.channels, dataflow != Dataflow::OutputStationary)};
    for (std::size_t axis = 0; axis < 4; ++axis) {
        if (kind == SpaceKind::Template) {
            result.extents[axis] = knob(wholes[axis]);
            result.space.axes.push_back({names[axis], static_cast<std::int64_t>(result.extents[axis].size())});
        } else {
            result.space.axes.push_back({names[axis], wholes[axis], Scale::Extents, grains[axis]});
        }
    }
    result.space.axes.push_back({"order", static_cast<std::int64_t>(LoopOrders.size()), Scale::Names});
    RETURN_IF_ERROR(pointsOf(result.space));
    const TilingSpace made{{}, result.extents}; // what a point means; copied into what is called
    result.space.admits = [made, tiled, accelerator](std::span<const Choice> point) {
        return fits(tiled, accelerator, made.tilingOf(point));
    };
    result.space.evaluate = [made, tiled, accelerator, energy](std::span<const Choice> point) {
        return tilingValue(tiled, accelerator, *energy, made.tilingOf(point));
    };
    result.space.features = [made, tiled, accelerator](std::span<const Choice> point,
                                                       std::vector<float>& into) {
        appendTilingFeatures(tiled, accelerator, made.tilingOf(point), into);
    };
    return result;
}

} // namespace edgewright::cost::search
