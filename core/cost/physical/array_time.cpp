// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/array_time.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

// Blocks of `edge` cells that hold an extent that comes in tiles.
double blocks(const Split& split, double scale, double edge) {
    return split.sum([&](double extent) { return ceiling(extent * scale / edge); });
}

// Over tiles of output pixels, which may be cut in rows and columns.
template <typename Function>
double overPixels(const Split& rows, const Split& cols, Function of) {
    return rows.sum([&](double high) { return cols.sum([&](double wide) { return of(high * wide); }); });
}

} // namespace

ArrayLoops::ArrayLoops(const TiledLayer& layer, const Accelerator& accelerator)
    : m_layer(&layer), m_dataflow(accelerator.dataflow), m_rows(static_cast<double>(accelerator.rows)),
      m_cols(static_cast<double>(accelerator.cols)), m_arrays(static_cast<double>(accelerator.arrays)),
      m_jobs(ceiling(layer.groups / layer.pack)),
      m_perFold(m_rows + m_cols - 2 + (m_dataflow == Dataflow::OutputStationary ? 0 : m_rows)),
      m_overlaps(accelerator.overlapsFolds) {}

double ArrayLoops::streamed(double positions) const {
    return m_overlaps ? std::max(positions, m_rows) : positions + m_perFold;
}

double ArrayLoops::pixels(const Split& rows, const Split& cols) const {
    if (m_dataflow == Dataflow::WeightStationary)
        return m_layer->images * overPixels(rows, cols, [&](double tile) { return streamed(tile); });
    const double edge = m_dataflow == Dataflow::OutputStationary ? m_rows : m_cols;
    return m_layer->images * overPixels(rows, cols, [&](double tile) { return ceiling(tile / edge); });
}

double ArrayLoops::filters(const Split& split) const {
    if (m_dataflow == Dataflow::InputStationary) return split.sum([&](double tile) { return streamed(tile); });
    return blocks(split, m_layer->pack, m_cols);
}

double ArrayLoops::channels(const Split& split) const {
    if (m_dataflow == Dataflow::OutputStationary)
        return split.sum([&](double tile) { return streamed(tile * m_layer->taps); });
    return blocks(split, m_layer->taps * m_layer->pack, m_rows);
}

ArrayTime arrayTime(const TiledLayer& layer, const Accelerator& accelerator, const TileSplits& tiles) {
    const auto& [high, wide, filters, channels] = tiles;
    const ArrayLoops loops(layer, accelerator);
    const double ofPixels = loops.pixels(high, wide), ofFilters = loops.filters(filters),
                 ofChannels = loops.channels(channels);
    const double jobs = ceiling(layer.groups / layer.pack);
    const double pixels = layer.pixels() * layer.images, depth = layer.depth();
    const auto outputs = static_cast<double>(layer.filters);
    const double sums = pixels * outputs * layer.pack;

    ArrayTime time;
    time.folds = loops.folds(ofPixels, ofFilters, ofChannels);
    double stream = 0;                      // positions past a fold, over all tiles
    double sumTurns = 1;                    // how often each sum leaves the array
    double inputTurns = 1, weightTurns = 1; // how often each element enters it
    switch (accelerator.dataflow) {
    case Dataflow::OutputStationary:
        stream = depth;
        sumTurns = channels.count;
        inputTurns = ofFilters;
        weightTurns = ofPixels;
        break;
    case Dataflow::WeightStationary:
        stream = pixels;
        sumTurns = ofChannels;
        inputTurns = ofFilters;
        weightTurns = layer.images * high.count * wide.count;
        break;
    case Dataflow::InputStationary:
        stream = outputs;
        sumTurns = ofChannels;
        inputTurns = filters.count;
        weightTurns = ofPixels;
        break;
    }
    time.inputReads = pixels * depth * layer.pack * inputTurns * jobs;
    time.weightReads = depth * outputs * layer.pack * weightTurns * jobs;
    time.sumWrites = sums * sumTurns * jobs;
    time.sumReads = sums * (sumTurns - 1) * jobs;
    const double cycles = loops.cycles(ofPixels, ofFilters, ofChannels);
    const double turns = loops.turns(time.folds);
    time.ideal = layer.macs() / accelerator.peak();
    time.idle = std::max(0.0, turns * stream - time.ideal);
    time.fill = std::max(0.0, cycles - time.ideal - time.idle);
    return time;
}

} // namespace edgewright::cost
