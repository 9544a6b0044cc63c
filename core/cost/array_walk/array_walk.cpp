// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/array_walk/array_walk.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/check.h"

namespace edgewright::cost {

namespace {

constexpr double MaxFolds = 4.6e18; // below 2^62, cycles too

std::int64_t blocksOf(std::int64_t extent, std::int64_t edge) { return (extent + edge - 1) / edge; }
Range blockOf(std::int64_t extent, std::int64_t edge, std::int64_t block) {
    return {block * edge, std::min(edge, extent - block * edge)};
}

// What each loop adds: `streamed` of the positions of a tile, for the loop that streams; blocks for the others.
template <typename T, typename Function>
NestSum<T> sumOf(const TiledLayer& layer, const Accelerator& accelerator, const TileNest& nest,
                 Function streamed) {
    const Dataflow dataflow = accelerator.dataflow;
    const auto taps = static_cast<std::int64_t>(layer.taps), pack = static_cast<std::int64_t>(layer.pack);
    const std::int64_t edge = dataflow == Dataflow::OutputStationary ? accelerator.rows : accelerator.cols;
    NestSum<T> sum;
    sum.jobs = {nest.jobs(), 1, 1, 1};
    sum.turns = {nest.turns(), 1, 1, 1};
    sum.pixels = AlongPixels<T>::of(nest.rows(), nest.cols(), [&](std::int64_t row, std::int64_t col) {
        const std::int64_t pixels = nest.extentsOf({.row = row, .col = col}).pixels();
        return static_cast<T>(dataflow == Dataflow::WeightStationary ? streamed(pixels)
                                                                     : blocksOf(pixels, edge));
    });
    sum.filters = Along<T>::of(nest.filters(), [&](std::int64_t turn) {
        const std::int64_t filters = nest.extentsOf({.filter = turn}).filters;
        return static_cast<T>(dataflow == Dataflow::InputStationary
                                  ? streamed(filters)
                                  : blocksOf(filters * pack, accelerator.cols));
    });
    sum.channels = Along<T>::of(nest.channels(), [&](std::int64_t turn) {
        const std::int64_t depth = nest.extentsOf({.channel = turn}).channels * taps;
        return static_cast<T>(dataflow == Dataflow::OutputStationary
                                  ? streamed(depth)
                                  : blocksOf(depth * pack, accelerator.rows));
    });
    return sum;
}

bool isOf(const Tiling& tiling, const TiledLayer& layer) {
    const auto within = [](std::int64_t tile, std::int64_t extent) { return tile >= 1 && tile <= extent; };
    const bool cuts = tiling.filters < layer.filters || tiling.channels < layer.channels;
    return within(tiling.rows, layer.high.out) && within(tiling.cols, layer.wide.out) &&
           within(tiling.filters, layer.filters) && within(tiling.channels, layer.channels) &&
           !(layer.pack > 1 && cuts);
}

} // namespace

Result<ArrayWalk> ArrayWalk::of(const Layer& layer, const Accelerator& accelerator, const Tiling& tiling) {
    if (layer.unit == Unit::Vector)
        return badInput(say("layer '{1}' runs on the vector unit, not on the array", layer.name));
    RETURN_IF_ERROR(check(accelerator));
    RETURN_IF_ERROR(check(layer));
    ArrayWalk walk;
    walk.m_layer = tiledLayer(layer, accelerator);
    walk.m_accelerator = accelerator;
    walk.m_tiling = tiling;
    if (!isOf(tiling, walk.m_layer))
        return badInput(say("layer '{1}': the tiling is of another layer", layer.name));
    walk.m_nest = TileNest(walk.m_layer, tiling);
    const auto one = [](std::int64_t) { return std::int64_t(1); };
    const auto slot = [&](std::int64_t positions) { return walk.slotOf(positions); };
    const auto sum = [&]<typename T>(T, auto streamed) {
        return sumOf<T>(walk.m_layer, accelerator, walk.m_nest, streamed);
    };
    const double turns = sum(double(), slot).total(walk.m_nest) + static_cast<double>(accelerator.rows) * 2 +
                         static_cast<double>(accelerator.cols);
    if (!(turns < MaxFolds)) return badInput(say("layer '{1}': its cycles exceed 2^62", layer.name));
    walk.m_foldSums = sum(std::int64_t(), one);
    walk.m_cycleSums = sum(std::int64_t(), slot);
    walk.m_positions = sum(double(), [](std::int64_t positions) { return positions; }).total(walk.m_nest);
    walk.m_folds = walk.m_foldSums.total(walk.m_nest);
    const std::int64_t pieces = accelerator.dataflow == Dataflow::OutputStationary   ? walk.m_nest.channels()
                                : accelerator.dataflow == Dataflow::WeightStationary ? walk.m_nest.pixelTrips()
                                                                                     : walk.m_nest.filters();
    walk.m_blocks = walk.m_folds / pieces;
    walk.m_cycles = walk.cyclesBefore(walk.m_folds - 1) + walk.cyclesOf(walk.m_folds - 1);
    return walk;
}

std::int64_t ArrayWalk::slotOf(std::int64_t positions) const {
    if (m_accelerator.overlapsFolds) return std::max(positions, m_accelerator.rows);
    const std::int64_t shifting = m_accelerator.dataflow == Dataflow::OutputStationary ? 0 : m_accelerator.rows;
    return positions + shifting + m_accelerator.rows + m_accelerator.cols - 2;
}

std::int64_t ArrayWalk::leadOf(std::int64_t fold) const {
    const bool shifts = m_accelerator.dataflow != Dataflow::OutputStationary;
    return shifts && (fold == 0 || !m_accelerator.overlapsFolds) ? m_accelerator.rows : 0;
}

std::int64_t ArrayWalk::cyclesOf(std::int64_t index) const {
    const std::int64_t slot = slotOf(fold(index).positions);
    if (!m_accelerator.overlapsFolds) return slot;
    return slot + leadOf(index) + (index == m_folds - 1 ? m_accelerator.rows + m_accelerator.cols - 2 : 0);
}

std::int64_t ArrayWalk::cyclesBefore(std::int64_t index) const {
    if (index == 0) return 0;
    const Fold at = fold(index);
    // All folds of a tile have the same positions.
    return m_cycleSums.before(m_nest, at.step) + (index - firstFoldOf(at.step)) * slotOf(at.positions) +
           (m_accelerator.overlapsFolds ? leadOf(0) : 0);
}

double ArrayWalk::idleShare() const {
    const double cells = static_cast<double>(m_accelerator.rows) * static_cast<double>(m_accelerator.cols);
    return 1 - m_layer.macs() / (cells * m_positions);
}

std::int64_t ArrayWalk::stepOf(std::int64_t fold) const {
    std::int64_t from = 0, to = m_nest.count() - 1; // the last step that begins no later than the fold
    while (from < to) {
        const std::int64_t middle = from + (to - from + 1) / 2;
        if (firstFoldOf(middle) <= fold)
            from = middle;
        else
            to = middle - 1;
    }
    return from;
}

Fold ArrayWalk::fold(std::int64_t index) const {
    Fold fold;
    fold.index = index;
    fold.step = stepOf(index);
    fold.tile = m_nest.at(fold.step);
    const TileExtents tile = m_nest.extentsOf(fold.tile);
    const auto taps = static_cast<std::int64_t>(m_layer.taps);
    const std::int64_t depth = tile.channels * taps, rows = m_accelerator.rows, cols = m_accelerator.cols;
    const bool isPacked = m_layer.pack > 1;
    fold.groups = tile.groups;
    fold.pixels = {0, tile.pixels()};
    fold.filters = {0, tile.filters};
    fold.depth = {0, depth};
    const std::int64_t inTile = index - firstFoldOf(fold.step);
    switch (m_accelerator.dataflow) {
    case Dataflow::OutputStationary: {
        const std::int64_t high = blocksOf(tile.pixels(), rows);
        fold.pixels = blockOf(tile.pixels(), rows, inTile % high);
        fold.filters = blockOf(tile.filters, cols, inTile / high);
        fold.rows = fold.pixels.count, fold.cols = fold.filters.count, fold.positions = depth;
        break;
    }
    case Dataflow::WeightStationary: {
        const std::int64_t high = isPacked ? 1 : blocksOf(depth, rows);
        if (!isPacked) {
            fold.depth = blockOf(depth, rows, inTile % high);
            fold.filters = blockOf(tile.filters, cols, inTile / high);
        }
        fold.rows = fold.depth.count * tile.groups, fold.cols = fold.filters.count * tile.groups;
        fold.positions = tile.pixels();
        break;
    }
    case Dataflow::InputStationary: {
        const std::int64_t high = blocksOf(depth, rows);
        fold.depth = blockOf(depth, rows, inTile % high);
        fold.pixels = blockOf(tile.pixels(), cols, inTile / high);
        fold.rows = fold.depth.count, fold.cols = fold.pixels.count, fold.positions = tile.filters;
        break;
    }
    }
    fold.filters.first += fold.tile.filter * m_tiling.filters;
    fold.depth.first += fold.tile.channel * m_tiling.channels * taps;
    return fold;
}

} // namespace edgewright::cost
