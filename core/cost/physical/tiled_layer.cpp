// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/tiled_layer.h"

#include <cmath>

namespace edgewright::cost {

namespace {

TiledAxis axisOf(std::int64_t out, std::int64_t in, std::int64_t pad, std::int64_t filter, std::int64_t stride,
                 std::int64_t dilation) {
    return {out, std::max<std::int64_t>(1, in - pad), static_cast<double>(filter), static_cast<double>(stride),
            static_cast<double>(dilation)};
}

} // namespace

TiledLayer tiledLayer(const Layer& layer, const Accelerator& accelerator) {
    TiledLayer tiled;
    tiled.filters = layer.filters;
    tiled.channels = layer.channels;
    tiled.taps = static_cast<double>(layer.filterH) * static_cast<double>(layer.filterW);
    tiled.high = axisOf(layer.outH, layer.ifmapH, layer.padH, layer.filterH, layer.strideH, layer.dilationH);
    tiled.wide = axisOf(layer.outW, layer.ifmapW, layer.padW, layer.filterW, layer.strideW, layer.dilationW);
    // A product's rows share nothing: its K is as good as channels.
    if (layer.channels == 1 && layer.filterH == 1 && layer.outW == 1 && layer.filterW == layer.ifmapW) {
        tiled.channels = layer.filterW;
        tiled.taps = 1;
        tiled.wide = {};
    }
    tiled.inputsOnChip = layer.inputsOnChip;
    tiled.outputsOnChip = layer.outputsOnChip;
    tiled.images = static_cast<double>(layer.images);
    tiled.groups = static_cast<double>(layer.repeat) / tiled.images;
    tiled.word = static_cast<double>(accelerator.wordBytes);
    tiled.besideRead = static_cast<double>(layer.besideRead) * tiled.word;
    tiled.besideWritten = static_cast<double>(layer.besideWritten) * tiled.word;
    if (accelerator.packsGroups && accelerator.dataflow == Dataflow::WeightStationary) {
        const double rows = std::floor(static_cast<double>(accelerator.rows) / tiled.depth());
        const double cols =
            std::floor(static_cast<double>(accelerator.cols) / static_cast<double>(tiled.filters));
        tiled.pack = std::max(1.0, std::min({rows, cols, tiled.groups}));
    }
    return tiled;
}

} // namespace edgewright::cost
