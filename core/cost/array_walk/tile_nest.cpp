// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/array_walk/tile_nest.h"

#include "core/base/checked.h"

#include <cmath>

namespace edgewright::cost {

namespace {

std::int64_t lastOf(std::int64_t extent, std::int64_t tile) { return extent - (extent - 1) / tile * tile; }

constexpr std::array<TileNest::Loop, 3> loopsOf(LoopOrder order) {
    using enum TileNest::Loop;
    switch (order) {
    case LoopOrder::PFC:
        return {Pixels, Filters, Channels};
    case LoopOrder::PCF:
        return {Pixels, Channels, Filters};
    case LoopOrder::FPC:
        return {Filters, Pixels, Channels};
    case LoopOrder::FCP:
        return {Filters, Channels, Pixels};
    case LoopOrder::CPF:
        return {Channels, Pixels, Filters};
    case LoopOrder::CFP:
        return {Channels, Filters, Pixels};
    }
    return {Pixels, Filters, Channels};
}

} // namespace

TileNest::TileNest(const TiledLayer& layer, const Tiling& tiling)
    : m_turns(std::llround(layer.steps)), m_images(std::llround(layer.images)),
      m_rows(ceilDiv(layer.high.out, tiling.rows)), m_cols(ceilDiv(layer.wide.out, tiling.cols)),
      m_filters(ceilDiv(layer.filters, tiling.filters)), m_channels(ceilDiv(layer.channels, tiling.channels)),
      m_allGroups(std::llround(layer.groups / layer.steps)), m_pack(std::llround(layer.pack)),
      m_weightsStay(stepsOfWeights(layer, {layer, tiling}) > 1), m_tiling(tiling),
      m_order(loopsOf(tiling.order)) {
    m_jobs = ceilDiv(m_allGroups, m_pack);
    m_edge = {lastOf(layer.high.out, tiling.rows), lastOf(layer.wide.out, tiling.cols),
              lastOf(layer.filters, tiling.filters), lastOf(layer.channels, tiling.channels),
              lastOf(m_allGroups, m_pack)};
}

std::int64_t TileNest::tripsOf(Loop loop) const {
    return loop == Pixels ? pixelTrips() : loop == Filters ? m_filters : m_channels;
}

std::int64_t TileNest::trips(std::size_t level) const { return tripsOf(m_order[level]); }

TileIndex TileNest::at(std::int64_t step) const {
    TileIndex tile;
    for (std::size_t level = 3; level-- > 0;) {
        const std::int64_t turn = step % trips(level);
        step /= trips(level);
        switch (m_order[level]) {
        case Pixels:
            tile.col = turn % m_cols;
            tile.row = turn / m_cols % m_rows;
            tile.image = turn / m_cols / m_rows;
            break;
        case Filters:
            tile.filter = turn;
            break;
        case Channels:
            tile.channel = turn;
            break;
        }
    }
    tile.turn = step % m_turns;
    tile.job = step / m_turns;
    return tile;
}

TileExtents TileNest::extentsOf(const TileIndex& tile) const {
    const auto of = [](std::int64_t turn, std::int64_t turns, std::int64_t full, std::int64_t edge) {
        return turn == turns - 1 ? edge : full;
    };
    return {of(tile.row, m_rows, m_tiling.rows, m_edge.rows), of(tile.col, m_cols, m_tiling.cols, m_edge.cols),
            of(tile.filter, m_filters, m_tiling.filters, m_edge.filters),
            of(tile.channel, m_channels, m_tiling.channels, m_edge.channels),
            of(tile.job, m_jobs, m_pack, m_edge.groups)};
}

bool TileNest::returns(Loop loop) const {
    bool isOutside = false;
    for (const Loop each : m_order) {
        if (isOutside && tripsOf(each) > 1) return true;
        isOutside = isOutside || each == loop;
    }
    return false;
}

} // namespace edgewright::cost
