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
    // Bytes that each of the three loops over tiles touches of each operand, the innermost first.
    const double loops[] = {trips[0] * trips[1] * layer.images, trips[2], trips[3]};
    const std::string_view order = nameOf(tiling.order);
    double inputs = tile.inputs, weights = tile.weights, outputs = tile.outputs;
    for (std::size_t level = order.size(); level-- > 0;) {
        const char loop = order[level];
        const double count = loops[loop == 'p' ? 0 : loop == 'f' ? 1 : 2];
        if (loop != 'f') inputs *= count;
        if (loop != 'p') weights *= count;
        if (loop != 'c') outputs *= count;
        add(std::log2(inputs));
        add(std::log2(weights));
        add(std::log2(outputs));
        add(std::log2(count));
    }
    for (const char loop : {'p', 'f', 'c'})
        add(static_cast<double>(order.find(loop)));
}

} // namespace edgewright::cost::search
