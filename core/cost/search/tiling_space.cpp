// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/tiling_space.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/physical/physical.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace edgewright::cost::search {

namespace {

// The features that a cost model learns tilings from. As in Ansor (Zheng et al., OSDI 2020, section 5.2):
// extents and trips of loops, bytes of each operand that are held and that move, arithmetic intensity, how full
// the array is; of these the logarithms. How long any of it takes is for the model to learn.

// Appends as many numbers for each tiling.
void appendTilingFeatures(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling,
                          std::vector<float>& into) {
    const auto add = [&](double number) { into.push_back(static_cast<float>(number)); };
    const std::int64_t extents[] = {tiling.rows, tiling.cols, tiling.filters, tiling.channels};
    const std::int64_t wholes[] = {layer.high.out, layer.wide.out, layer.filters, layer.channels};
    double trips[4];
    for (std::size_t i = 0; i < 4; ++i) {
        trips[i] = static_cast<double>(ceilDiv(wholes[i], extents[i]));
        add(std::log2(static_cast<double>(extents[i])));
        add(std::log2(trips[i]));
    }
    // How full the array is with a tile's filters, its depth, its pixels.
    const double pixels = static_cast<double>(tiling.rows) * static_cast<double>(tiling.cols);
    const double depth = static_cast<double>(tiling.channels) * layer.taps;
    const auto full = [&](double extent, std::int64_t cells) {
        const auto side = static_cast<double>(cells);
        add(extent / (std::ceil(extent / side) * side));
    };
    full(static_cast<double>(tiling.filters), accelerator.cols);
    full(depth, accelerator.rows);
    full(pixels, accelerator.rows);
    add(std::log2(pixels));
    const TileBytes tile = tileBytes(layer, tiling);
    add(std::log2(tile.inputs));
    add(std::log2(tile.weights));
    add(std::log2(tile.outputs));
    // What moves of each operand, all reloads included, and what is computed for each byte.
    const Traffic traffic = trafficOf(layer, tiling);
    for (const double bytes : {traffic.inputs, traffic.weights, traffic.partials, traffic.total()})
        add(std::log2(1 + bytes));
    add(std::log2(layer.macs() / traffic.total()));
    add(std::log2(1 + endsOf(layer, accelerator, TilingCandidate(layer, tiling))));
    // Trips of the loops over tiles, the outermost first, and all of them.
    const double loops[] = {trips[0] * trips[1] * layer.images, trips[2], trips[3]};
    const std::string_view order = nameOf(tiling.order);
    for (const char loop : order)
        add(std::log2(loops[loop == 'p' ? 0 : loop == 'f' ? 1 : 2]));
    add(std::log2(loops[0] * loops[1] * loops[2]));
    // Blocks of the array that each tile's filters and depth take, over all tiles.
    const auto blocks = [&](double extent, std::int64_t cells) {
        return std::ceil(extent / static_cast<double>(cells));
    };
    const double wide = blocks(static_cast<double>(tiling.filters), accelerator.cols) * trips[2];
    const double deep = blocks(depth, accelerator.rows) * trips[3];
    add(std::log2(wide));
    add(std::log2(deep));
    add(std::log2(wide * deep * loops[0]));
    for (const char loop : {'p', 'f', 'c'})
        add(static_cast<double>(order.find(loop)));
}

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
        return badInput(say("layer '{1}' works on the vector unit: it has no tiles to search", layer.name));
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
