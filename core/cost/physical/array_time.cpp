// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/array_time.h"

#include <cmath>

namespace edgewright::cost {

namespace {

// Blocks of `edge` cells that hold an extent that comes in tiles.
double blocks(const Split& split, double scale, double edge) {
    return split.sum([&](double extent) { return std::ceil(extent * scale / edge); });
}

// Over tiles of output pixels, which may be cut in rows and columns.
template <typename Function>
double overPixels(const Split& rows, const Split& cols, Function of) {
    return rows.sum([&](double high) { return cols.sum([&](double wide) { return of(high * wide); }); });
}

} // namespace

ArrayTime arrayTime(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling) {
    const auto rows = static_cast<double>(accelerator.rows), cols = static_cast<double>(accelerator.cols);
    const Split high(layer.high.out, tiling.rows), wide(layer.wide.out, tiling.cols);
    const Split filters(layer.filters, tiling.filters), channels(layer.channels, tiling.channels);
    const double jobs = std::ceil(layer.groups / layer.pack);
    const double pixels = layer.pixels() * layer.images, depth = layer.depth();
    const auto outputs = static_cast<double>(layer.filters);
    const bool overlaps = accelerator.overlapsFolds;
    const bool os = accelerator.dataflow == Dataflow::OutputStationary;
    const double perFold = rows + cols - 2 + (os ? 0 : rows); // beyond what streams
    // Of one fold, over all tiles of what streams past it.
    const auto streamed = [&](double positions) {
        return overlaps ? std::max(positions, rows) : positions + perFold;
    };

    ArrayTime time;
    double stream = 0, once = 0; // positions past one fold; cycles of all its tiles
    const double sums = pixels * outputs;
    switch (accelerator.dataflow) {
    case Dataflow::OutputStationary: {
        const double rowFolds =
            layer.images * overPixels(high, wide, [&](double tile) { return std::ceil(tile / rows); });
        const double colFolds = blocks(filters, 1, cols);
        time.folds = rowFolds * colFolds;
        stream = depth;
        once = channels.sum([&](double tile) { return streamed(tile * layer.taps); });
        time.inputReads = pixels * depth * colFolds;
        time.weightReads = depth * outputs * rowFolds;
        time.sumWrites = sums * channels.count;
        time.sumReads = sums * (channels.count - 1);
        break;
    }
    case Dataflow::WeightStationary: {
        const double rowFolds = blocks(channels, layer.taps * layer.pack, rows);
        const double colFolds = blocks(filters, layer.pack, cols);
        time.folds = rowFolds * colFolds;
        stream = pixels;
        once = layer.images * overPixels(high, wide, streamed);
        time.inputReads = pixels * depth * layer.pack * colFolds;
        time.weightReads = depth * outputs * layer.pack * layer.images * high.count * wide.count;
        time.sumWrites = sums * layer.pack * rowFolds;
        time.sumReads = sums * layer.pack * (rowFolds - 1);
        break;
    }
    case Dataflow::InputStationary: {
        const double rowFolds = blocks(channels, layer.taps, rows);
        const double colFolds =
            layer.images * overPixels(high, wide, [&](double tile) { return std::ceil(tile / cols); });
        time.folds = rowFolds * colFolds;
        stream = outputs;
        once = filters.sum(streamed);
        time.inputReads = pixels * depth * filters.count;
        time.weightReads = depth * outputs * colFolds;
        time.sumWrites = sums * rowFolds;
        time.sumReads = sums * (rowFolds - 1);
        break;
    }
    }
    time.folds *= jobs;
    for (double* each : {&time.inputReads, &time.weightReads, &time.sumWrites, &time.sumReads})
        *each *= jobs;
    const double turns = std::ceil(time.folds / static_cast<double>(accelerator.arrays));
    const double cycles = turns * once + (overlaps ? perFold : 0);
    time.ideal = layer.macs() / accelerator.peak();
    time.idle = std::max(0.0, turns * stream - time.ideal);
    time.fill = std::max(0.0, cycles - time.ideal - time.idle);
    return time;
}

} // namespace edgewright::cost
