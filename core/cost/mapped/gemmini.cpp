// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/gemmini.h"

#include "core/base/checked.h"
#include "core/cost/mapped/memory_traffic.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost::mapped {

double roundedMaximum(double a, double b) {
    const double larger = std::max(a, b);
    if (larger <= 0) return 0;
    const double ratio = std::min(a, b) / larger;
    return larger * std::cbrt(1 + ratio * ratio * ratio);
}

double gemminiWeightTile(double rows, double operations, const GemminiConstants& constants) {
    return roundedMaximum(std::max(constants.weights, rows), operations * constants.operation);
}

GemminiIteration gemminiIteration(const MappedLayer& layer, const GemminiConstants& constants) {
    using enum Dimension;
    const auto blocks = [&](Dimension it) { return static_cast<double>(ceilDiv(layer.tile[it], ArrayEdge)); };
    const auto extent = [&](Dimension it) { return static_cast<double>(layer.tile[it]); };
    const double lines = extent(Q) * extent(N); // of output pixels; an operation stays within one
    const double weightTiles = blocks(K) * blocks(C) * extent(R) * extent(S);
    const auto iterations = static_cast<double>(layer.iterations);

    const TileTraffic tile = tileTraffic(layer);
    const Lines level2 = linesFromOutside(layer, tile, constants.level2);
    const Lines lastLevel = linesFromOutside(layer, tile, constants.lastLevel);
    const auto port = [&](const RowTraffic& row) {
        return row.requests * constants.request + row.beats * constants.beat;
    };
    const auto missed = [&](double outside, double dram) {
        return (outside * constants.outside + dram * constants.dram) / iterations;
    };
    double partial = 1; // iterations that add to the same sums
    for (const Loop& loop : layer.outer)
        if (loop.dimension == C || loop.dimension == R || loop.dimension == S)
            partial *= static_cast<double>(loop.count);
    return {.compute = weightTiles * gemminiWeightTile(lines * extent(P), lines * blocks(P), constants),
            .load = tile.inputRows * port(tile.input) + tile.weightRows * port(tile.weight) +
                    missed(level2.input + level2.weight, lastLevel.input + lastLevel.weight),
            .store = (tile.outputRows * port(tile.output) +
                      constants.written * missed(level2.output, lastLevel.output)) /
                     partial};
}

double gemminiCycles(const MappedLayer& layer, const GemminiConstants& constants) {
    const auto [compute, load, store] = gemminiIteration(layer, constants);
    return constants.start + load + compute + store +
           static_cast<double>(layer.iterations - 1) * roundedMaximum(load + store, compute);
}

} // namespace edgewright::cost::mapped
