// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/array_walk/sram_timeline.h"

#include <cmath>

namespace edgewright::cost {

namespace {

constexpr auto SumWord = static_cast<double>(Accelerator::SumBytes);

// Input positions that each tile along an axis brings; they sum to what trafficOf() counts.
Along<double> broughtAlong(const TiledAxis& axis, std::int64_t tiles, const Split& split) {
    const auto in = static_cast<double>(axis.in);
    if (tiles == 1) {
        const double all = std::min(in, axis.under(split.edge));
        return {1, all, 0, all};
    }
    Along<double> brought{tiles, axis.under(split.full), axis.under(split.full), axis.under(split.edge)};
    const double all = brought.total();
    const double padding = std::max(0.0, axis.under(static_cast<double>(axis.out)) - in);
    const double before = std::floor(padding / 2), after = padding - before;
    if (before < brought.first && after < brought.last) {
        brought.first -= before;
        brought.last -= after;
        return brought;
    }
    const double share = std::max(1.0, all - padding) / all; // more padding than the tiles at the border see
    brought.first *= share, brought.middle *= share, brought.last *= share;
    return brought;
}

} // namespace

SramTimeline::SramTimeline(const ArrayWalk& walk) : m_walk(walk) {
    const TiledLayer& layer = walk.layer();
    const TileNest& nest = walk.nest();
    const TileSplits splits(layer, walk.tiling());
    m_high = broughtAlong(layer.high, nest.rows(), splits.rows);
    m_wide = broughtAlong(layer.wide, nest.cols(), splits.cols);
    const auto groups = Along<double>::of(nest.jobs(), [&](std::int64_t job) {
        return static_cast<double>(nest.extentsOf({.job = job}).groups);
    });
    const auto pixels = [&](auto value) { return AlongPixels<double>::of(nest.rows(), nest.cols(), value); };
    const auto filters = [&](auto value) { return Along<double>::of(nest.filters(), value); };
    const auto channels = [&](auto value) { return Along<double>::of(nest.channels(), value); };
    // Once, or in each turn of the loop where a loop inside has brought something else in between.
    const auto everyTurn = [&](TileNest::Loop loop) {
        return [again = nest.returns(loop)](std::int64_t turn) { return again || turn == 0 ? 1.0 : 0.0; };
    };
    const auto filtersOf = [&](std::int64_t turn) {
        return static_cast<double>(nest.extentsOf({.filter = turn}).filters);
    };
    const auto channelsOf = [&](std::int64_t turn) {
        return static_cast<double>(nest.extentsOf({.channel = turn}).channels);
    };
    const auto pixelsOf = [&](std::int64_t row, std::int64_t col) {
        return static_cast<double>(nest.extentsOf({.row = row, .col = col}).pixels());
    };

    const auto depthOf = [&](std::int64_t turn) { return channelsOf(turn) * layer.taps * layer.word; };

    const Along<double> turns{nest.turns(), 1, 1, 1};

    m_inputs = {groups, turns,
                pixels([&](std::int64_t row, std::int64_t col) { return m_high.at(row) * m_wide.at(col); }),
                filters(everyTurn(TileNest::Filters)),
                channels([&](std::int64_t turn) { return channelsOf(turn) * layer.word; })};
    m_weights = {groups, nest.weightsStay() ? Along<double>{nest.turns(), 1, 0, 0} : turns,
                 nest.returns(TileNest::Pixels) ? pixels([](std::int64_t, std::int64_t) { return 1.0; })
                                                : AlongPixels<double>::firstOnly(nest.rows(), nest.cols()),
                 filters(filtersOf), channels(depthOf)};
    const std::int64_t last = nest.channels() - 1;
    const double spills = nest.returns(TileNest::Channels) ? SumWord : 0;
    m_outputs = {groups, turns, pixels(pixelsOf), filters(filtersOf),
                 channels([&](std::int64_t turn) { return turn == last ? layer.word : 0; })};
    m_sumsOut = m_sumsIn = m_outputs;
    m_sumsOut.channels = channels([&](std::int64_t turn) { return turn == last ? 0 : spills; });
    m_sumsIn.channels = channels([&](std::int64_t turn) { return turn == 0 ? 0 : spills; });
    // The vector unit gets the outputs as they are finished.
    m_finished = m_outputs;
    const double finished = m_finished.total(nest);
    m_besideRead = layer.besideRead / finished;
    m_besideWritten = layer.besideWritten / finished;
    constexpr Along<double> Nothing{};
    if (layer.inputsOnChip || layer.inputsStay) m_inputs.jobs = Nothing;
    if (layer.weightsStay) m_weights.jobs = Nothing;
    if (layer.outputsOnChip || layer.outputsStay) m_outputs.jobs = Nothing;
}

std::int64_t SramTimeline::firstOf(std::int64_t index) const {
    const std::int64_t steps = m_walk.nest().count(), shown = count();
    return steps / shown * index + std::min(index, steps % shown); // the first ones are one longer
}

std::int64_t SramTimeline::indexOf(std::int64_t step) const {
    const std::int64_t steps = m_walk.nest().count(), shown = count();
    const std::int64_t each = steps / shown, longer = steps % shown;
    return step < (each + 1) * longer ? step / (each + 1) : longer + (step - (each + 1) * longer) / each;
}

double SramTimeline::usedInputs(const TileIndex& tile) const {
    const TileExtents extents = m_walk.nest().extentsOf(tile);
    const auto most = [](double positions, const TiledAxis& axis) {
        return std::min(positions, static_cast<double>(axis.in));
    };
    return most(m_high.at(tile.row), m_walk.layer().high) * most(m_wide.at(tile.col), m_walk.layer().wide) *
           static_cast<double>(extents.channels) * static_cast<double>(extents.groups) * m_walk.layer().word;
}

double SramTimeline::usedWeights(const TileIndex& tile) const {
    const TileExtents extents = m_walk.nest().extentsOf(tile);
    return m_walk.layer().taps * static_cast<double>(extents.channels) * static_cast<double>(extents.filters) *
           static_cast<double>(extents.groups) * m_walk.layer().word;
}

double SramTimeline::usedOutputs(const TileIndex& tile) const {
    const TileExtents extents = m_walk.nest().extentsOf(tile);
    return static_cast<double>(extents.pixels()) * static_cast<double>(extents.filters) *
           static_cast<double>(extents.groups) * SumWord;
}

SramState SramTimeline::at(std::int64_t index) const {
    const TileNest& nest = m_walk.nest();
    const Accelerator& accelerator = m_walk.accelerator();
    SramState step;
    step.first = firstOf(index);
    const std::int64_t end = firstOf(index + 1);
    step.count = end - step.first;
    step.tile = nest.at(step.first);
    const auto moved = [&](const NestSum<double>& sum) {
        return step.count == 1 ? sum.at(step.tile) : sum.before(nest, end) - sum.before(nest, step.first);
    };
    const auto bytes = [](std::int64_t kiloBytes) { return static_cast<double>(kiloBytes) * 1024; };
    step.inputs = {bytes(accelerator.ifmapKb), usedInputs(step.tile), 0, 0, moved(m_inputs), 0};
    step.weights = {bytes(accelerator.filterKb), usedWeights(step.tile), 0, 0, moved(m_weights), 0};
    const double finished = moved(m_finished);
    step.outputs = {bytes(accelerator.ofmapKb),
                    usedOutputs(step.tile),
                    0,
                    0,
                    moved(m_sumsIn) + m_besideRead * finished,
                    moved(m_outputs) + moved(m_sumsOut) + m_besideWritten * finished};

    const TileIndex& now = step.tile;
    const auto samePixels = [&](const TileIndex& other) {
        return now.job == other.job && now.turn == other.turn && now.image == other.image &&
               now.row == other.row && now.col == other.col;
    };
    if (step.first + 1 < nest.count()) {
        const TileIndex next = nest.at(step.first + 1);
        if (!samePixels(next) || now.channel != next.channel) step.inputs.arriving = usedInputs(next);
        const bool isOtherStep = now.turn != next.turn && !nest.weightsStay();
        if (now.job != next.job || isOtherStep || now.filter != next.filter || now.channel != next.channel)
            step.weights.arriving = usedWeights(next);
        if ((!samePixels(next) || now.filter != next.filter) && m_sumsIn.at(next) > 0)
            step.outputs.arriving = usedOutputs(next);
    }
    if (step.first > 0) {
        const TileIndex before = nest.at(step.first - 1);
        if (!samePixels(before) || now.filter != before.filter) step.outputs.leaving = usedOutputs(before);
    }
    step.arrayCycles = static_cast<double>(m_walk.slotsBefore(end) - m_walk.slotsBefore(step.first)) /
                       static_cast<double>(accelerator.arrays);
    step.dramCycles = (step.inputs.loaded + step.weights.loaded + step.outputs.loaded + step.outputs.stored) /
                      static_cast<double>(accelerator.dramBytesPerCycle());
    return step;
}

} // namespace edgewright::cost
