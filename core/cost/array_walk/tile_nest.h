// SPDX-License-Identifier: GPL-3.0-or-later
// The loops over the tiles of a layer, and sums over them in closed form: no list of tiles is ever made.
#pragma once

#include "core/cost/physical/tiling.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace edgewright::cost {

// The index of a tile: jobs (groups that lie on the array at once) are the outermost loop, steps of a
// recurrence the next one; images, rows and columns are the loop over pixels, from the outside.
struct TileIndex {
    std::int64_t job = 0, turn = 0; // turn: of the steps
    std::int64_t image = 0, row = 0, col = 0, filter = 0, channel = 0;
    friend bool operator==(const TileIndex&, const TileIndex&) = default;
};

// A value for each turn of a loop that may differ in its first and its last turn only.
template <typename T>
struct Along {
    std::int64_t count = 1;
    T first{}, middle{}, last{}; // of a single turn: first

    template <typename Function>
    static Along of(std::int64_t turns, Function value) {
        return {turns, value(0), turns > 2 ? value(1) : T(), value(turns - 1)};
    }
    T at(std::int64_t turn) const { return turn == 0 ? first : turn == count - 1 ? last : middle; }
    T before(std::int64_t turn) const { // of the first `turn` turns
        if (turn <= 0) return T();
        if (count == 1 || turn == 1) return first;
        return first + static_cast<T>(std::min(turn, count - 1) - 1) * middle + (turn >= count ? last : T());
    }
    T total() const { return before(count); }
};

// The same over rows and columns of tiles, again for each image.
template <typename T>
class AlongPixels {
public:
    template <typename Function> // of row and column
    static AlongPixels of(std::int64_t rows, std::int64_t cols, Function value) {
        AlongPixels made;
        const auto along = [&](std::int64_t row) {
            return Along<T>::of(cols, [&](std::int64_t col) { return value(row, col); });
        };
        made.m_cols = {along(0), along(std::min<std::int64_t>(1, rows - 1)), along(rows - 1)};
        made.m_rows = {rows, made.m_cols[0].total(), made.m_cols[1].total(), made.m_cols[2].total()};
        return made;
    }
    // 1 for the first tile of the first image, 0 for all others.
    static AlongPixels firstOnly(std::int64_t rows, std::int64_t cols) {
        AlongPixels made = of(rows, cols, [](std::int64_t row, std::int64_t col) {
            return static_cast<T>(row == 0 && col == 0 ? 1 : 0);
        });
        made.m_otherImages = 0;
        return made;
    }
    T at(const TileIndex& tile) const {
        return colsOf(tile.row).at(tile.col) * (tile.image == 0 ? 1 : m_otherImages);
    }
    T before(const TileIndex& tile) const {
        const T here = m_rows.before(tile.row) + colsOf(tile.row).before(tile.col);
        return tile.image == 0 ? here : total(tile.image) + m_otherImages * here;
    }
    T total(std::int64_t images) const {
        return m_rows.total() * (1 + static_cast<T>(images - 1) * m_otherImages);
    }

private:
    const Along<T>& colsOf(std::int64_t row) const {
        return m_cols[row == 0 ? 0 : row == m_rows.count - 1 ? 2 : 1];
    }
    std::array<Along<T>, 3> m_cols; // in the first row, those between, the last
    Along<T> m_rows;
    T m_otherImages = 1;
};

// Extents of one tile.
struct TileExtents {
    std::int64_t rows = 1, cols = 1, filters = 1, channels = 1;
    std::int64_t groups = 1; // that lie on the array at once
    std::int64_t pixels() const { return rows * cols; }
};

class TileNest {
public:
    TileNest() = default;
    // `tiling`: within the layer. Meaningless where the number of tiles exceeds 2^62.
    TileNest(const TiledLayer& layer, const Tiling& tiling);

    std::int64_t count() const { return m_jobs * m_turns * trips(0) * trips(1) * trips(2); }
    TileIndex at(std::int64_t step) const;
    TileExtents extentsOf(const TileIndex& tile) const;

    std::int64_t jobs() const { return m_jobs; }
    std::int64_t turns() const { return m_turns; }     // steps of a recurrence
    bool weightsStay() const { return m_weightsStay; } // from one of them to the next
    std::int64_t images() const { return m_images; }
    std::int64_t rows() const { return m_rows; }
    std::int64_t cols() const { return m_cols; }
    std::int64_t filters() const { return m_filters; }
    std::int64_t channels() const { return m_channels; }
    std::int64_t pixelTrips() const { return m_images * m_rows * m_cols; }
    enum Loop { Pixels, Filters, Channels };
    // True if a loop with several turns is inside of this one: the operand that does not depend on this one
    // then moves again in each of its turns (the rule of tiling.h).
    bool returns(Loop loop) const;
    const std::array<Loop, 3>& order() const { return m_order; } // the outermost first

private:
    std::int64_t trips(std::size_t level) const;
    std::int64_t tripsOf(Loop loop) const;

    std::int64_t m_jobs = 1, m_turns = 1, m_images = 1, m_rows = 1, m_cols = 1, m_filters = 1, m_channels = 1;
    std::int64_t m_allGroups = 1, m_pack = 1; // of one step
    bool m_weightsStay = false;
    Tiling m_tiling;
    TileExtents m_edge; // of the last tile of each loop
    std::array<Loop, 3> m_order{Pixels, Filters, Channels};
};

// The sum of a product of one value for each loop.
template <typename T>
struct NestSum {
    Along<T> jobs, turns;
    AlongPixels<T> pixels;
    Along<T> filters, channels;

    T at(const TileIndex& tile) const {
        return jobs.at(tile.job) * turns.at(tile.turn) * pixels.at(tile) * filters.at(tile.filter) *
               channels.at(tile.channel);
    }
    // The sum of the first `step` tiles.
    T before(const TileNest& nest, std::int64_t step) const {
        if (step >= nest.count()) return total(nest);
        const TileIndex tile = nest.at(step);
        T sum{}, inside = 1; // from the innermost loop outwards
        for (std::size_t level = 3; level-- > 0;) {
            const TileNest::Loop loop = nest.order()[level];
            sum = beforeIn(loop, tile) * inside + atIn(loop, tile) * sum;
            inside = inside * totalOf(loop, nest);
        }
        sum = turns.before(tile.turn) * inside + turns.at(tile.turn) * sum;
        return jobs.before(tile.job) * turns.total() * inside + jobs.at(tile.job) * sum;
    }
    T total(const TileNest& nest) const {
        return jobs.total() * turns.total() * pixels.total(nest.images()) * filters.total() * channels.total();
    }

private:
    T beforeIn(TileNest::Loop loop, const TileIndex& tile) const {
        if (loop == TileNest::Pixels) return pixels.before(tile);
        return loop == TileNest::Filters ? filters.before(tile.filter) : channels.before(tile.channel);
    }
    T atIn(TileNest::Loop loop, const TileIndex& tile) const {
        if (loop == TileNest::Pixels) return pixels.at(tile);
        return loop == TileNest::Filters ? filters.at(tile.filter) : channels.at(tile.channel);
    }
    T totalOf(TileNest::Loop loop, const TileNest& nest) const {
        if (loop == TileNest::Pixels) return pixels.total(nest.images());
        return loop == TileNest::Filters ? filters.total() : channels.total();
    }
};

} // namespace edgewright::cost
