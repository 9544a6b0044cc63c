// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/physical/array_time.h"

#include <algorithm>

namespace edgewright::cost {

namespace {

// Folds of `edge` cells, over all tiles: the sum of ceil(extent * scale / edge).
double blocks(const Split& split, double scale, double edge) {
    return split.sum([&](double extent) { return ceiling(extent * scale / edge); });
}

// The sum over tiles of output pixels, which may be cut in rows and columns.
template <typename Function>
double overPixels(const Split& rows, const Split& cols, Function of) {
    return rows.sum([&](double high) { return cols.sum([&](double wide) { return of(high * wide); }); });
}

} // namespace

ArrayLoops::ArrayLoops(const TiledLayer& layer, const Accelerator& accelerator)
    : m_layer(&layer), m_dataflow(accelerator.dataflow), m_rows(static_cast<double>(accelerator.rows)),
      m_cols(static_cast<double>(accelerator.cols)), m_arrays(static_cast<double>(accelerator.arrays)),
      m_groupPasses(layer.jobs()), m_steps(layer.steps),
      m_overhead(m_rows + m_cols - 2 + (m_dataflow == Dataflow::OutputStationary ? 0 : m_rows)),
      m_overlaps(accelerator.overlapsFolds) {}

double ArrayLoops::foldCycles(double positions) const {
    return m_overlaps ? std::max(positions, m_rows) : positions + m_overhead;
}

double ArrayLoops::pixels(const Split& rows, const Split& cols) const {
    if (m_dataflow == Dataflow::WeightStationary)
        return m_layer->images * overPixels(rows, cols, [&](double tile) { return foldCycles(tile); });
    const double edge = m_dataflow == Dataflow::OutputStationary ? m_rows : m_cols;
    return m_layer->images * overPixels(rows, cols, [&](double tile) { return ceiling(tile / edge); });
}

double ArrayLoops::filters(const Split& split) const {
    if (m_dataflow == Dataflow::InputStationary)
        return split.sum([&](double tile) { return foldCycles(tile); });
    return blocks(split, m_layer->pack, m_cols);
}

double ArrayLoops::channels(const Split& split) const {
    if (m_dataflow == Dataflow::OutputStationary)
        return split.sum([&](double tile) { return foldCycles(tile * m_layer->taps); });
    return blocks(split, m_layer->taps * m_layer->pack, m_rows);
}

ArrayTime arrayTime(const TiledLayer& layer, const Accelerator& accelerator, const TileSplits& tiles) {
    const auto& [high, wide, filters, channels] = tiles;
    const ArrayLoops loops(layer, accelerator);
    const double pixelFactor = loops.pixels(high, wide), filterFactor = loops.filters(filters),
                 channelFactor = loops.channels(channels);
    const double pixels = layer.pixels() * layer.images, depth = layer.depth();
    const auto outputs = static_cast<double>(layer.filters);

    ArrayTime time;
    time.folds = loops.folds(pixelFactor, filterFactor, channelFactor);
    double streamed = 0; // positions past one block of the stationary operand, over all tiles
    // SRAM accesses per element = folds that touch it: of ws an input once in each filter fold, a partial sum
    // once in each channel fold, a weight once in each tile of pixels.
    double inputReads = 1, weightReads = 1, sumWrites = 1;
    switch (accelerator.dataflow) {
    case Dataflow::OutputStationary:
        streamed = depth;
        time.rowsUsed = pixels / pixelFactor;
        sumWrites = channels.count;
        inputReads = filterFactor;
        weightReads = pixelFactor;
        break;
    case Dataflow::WeightStationary:
        streamed = pixels;
        time.rowsUsed = depth * layer.pack / channelFactor;
        sumWrites = channelFactor;
        inputReads = filterFactor;
        weightReads = layer.images * high.count * wide.count;
        break;
    case Dataflow::InputStationary:
        streamed = outputs;
        time.rowsUsed = depth * layer.pack / channelFactor;
        sumWrites = channelFactor;
        inputReads = filters.count;
        weightReads = pixelFactor;
        break;
    }
    const double sums = pixels * outputs * layer.pack;
    time.inputReads = pixels * depth * layer.pack * inputReads * loops.groupPasses();
    time.weightReads = depth * outputs * layer.pack * weightReads * loops.groupPasses();
    time.sumWrites = sums * sumWrites * loops.groupPasses();
    time.sumReads = sums * (sumWrites - 1) * loops.groupPasses(); // the first write of a sum needs no read
    const double cycles = loops.cycles(pixelFactor, filterFactor, channelFactor);
    time.ideal = layer.macs() / accelerator.peak();
    time.idle = std::max(0.0, loops.rounds(time.folds) * streamed - time.ideal);
    time.fill = std::max(0.0, cycles - time.ideal - time.idle);
    return time;
}

} // namespace edgewright::cost
