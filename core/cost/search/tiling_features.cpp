// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/search/tiling_features.h"

#include "core/base/checked.h"

#include <cmath>

namespace edgewright::cost::search {

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
    add(std::log2(1 + traffic.firstLoad + traffic.lastStore));
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

} // namespace edgewright::cost::search
