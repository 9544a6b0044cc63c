// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/memory_traffic.h"

#include "core/base/checked.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <span>

namespace edgewright::cost::mapped {

namespace {

// Of one tensor, while the loops are gone through from the innermost out.
struct TensorLines {
    Dimension channel;               // that lies together in memory
    std::span<const Dimension> uses; // dimensions that it has
    double loaded = 0;               // lines from outside so far
    double room = 0;                 // lines that its tiles take in the cache so far
    double shared = 1;               // tiles along the channel that still lie in the same lines

    bool has(Dimension it) const { return std::ranges::find(uses, it) != uses.end(); }
    void loop(const Loop& loop, bool fits) {
        const auto count = static_cast<double>(loop.count);
        if (!has(loop.dimension)) {
            if (!fits) loaded *= count;
            return;
        }
        double fresh = count; // iterations that bring lines of their own
        if (loop.dimension == channel && shared > 1) {
            const double together = std::min(shared, count);
            shared /= together;
            fresh = count / together;
        }
        loaded *= fits ? fresh : count;
        room *= fresh;
    }
};

// How much more room rows at a distance of `bytes` take, of which each is so many lines long.
double crowding(std::int64_t bytes, double lines, const Cache& cache) {
    if (bytes % LineBytes != 0) return 1;
    const auto sets = static_cast<std::int64_t>(cache.bytes / static_cast<double>(LineBytes) / cache.ways);
    return std::max(1.0, static_cast<double>(std::gcd(bytes / LineBytes, sets)) / lines);
}

double sharedLines(std::int64_t whole, std::int64_t tile) {
    if (tile >= whole) return 1;
    return std::max(1.0, static_cast<double>(LineBytes) / static_cast<double>(tile));
}

double wholeLines(double rows, std::int64_t bytes) {
    return rows * (bytes < LineBytes ? static_cast<double>(bytes) / static_cast<double>(LineBytes)
                                     : static_cast<double>(ceilDiv(bytes, LineBytes)));
}

} // namespace

RowTraffic rowTraffic(std::int64_t start, std::int64_t bytes, std::int64_t most) {
    const std::int64_t first = start % LineBytes, last = first + bytes - 1;
    const std::int64_t lines = last / LineBytes + 1;
    const bool aligned = first % most == 0; // then no request crosses a line
    const std::int64_t requests = ceilDiv(bytes, most) + (aligned ? 0 : lines - 1);
    const std::int64_t inner = last / BeatBytes - first / BeatBytes; // ends of beats within
    // Two requests share a beat where one ends within it.
    const std::int64_t beats = first % BeatBytes == 0 ? inner + 1 : requests + inner - (lines - 1);
    return {static_cast<double>(requests), static_cast<double>(beats), static_cast<double>(lines)};
}

RowTraffic meanRowTraffic(std::int64_t whole, std::int64_t bytes, std::int64_t most) {
    const std::int64_t rows = LineBytes / std::gcd(whole, LineBytes); // then they start at the same place again
    const std::int64_t tiles = std::clamp<std::int64_t>(whole / bytes, 1, LineBytes); // or they do
    RowTraffic sum;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t tile = 0; tile < tiles; ++tile) {
            const RowTraffic it = rowTraffic(row * whole + tile * bytes, bytes, most);
            sum.requests += it.requests;
            sum.beats += it.beats;
            sum.lines += it.lines;
        }
    const auto count = static_cast<double>(rows * tiles);
    return {sum.requests / count, sum.beats / count, sum.lines / count};
}

TileTraffic tileTraffic(const MappedLayer& layer) {
    using enum Dimension;
    const Extents& tile = layer.tile;
    const auto extent = [&](Dimension it) { return static_cast<double>(tile[it]); };
    return {.inputRows = extent(N) * layer.inputColumns(tile[P], tile[R]) * layer.inputRows(tile[Q], tile[S]),
            .weightRows = extent(R) * extent(S) * extent(C),
            .outputRows = extent(N) * extent(P) * extent(Q),
            .input = meanRowTraffic(layer.extents[C], tile[C], LoadBytes),
            .weight = meanRowTraffic(layer.extents[K], tile[K], LoadBytes),
            .output = meanRowTraffic(layer.extents[K], tile[K], StoreBytes)};
}

Lines linesFromOutside(const MappedLayer& layer, const TileTraffic& tile, const Cache& cache) {
    using enum Dimension;
    const Extents& all = layer.extents;
    const auto extent = [&](Dimension it) { return static_cast<double>(all[it]); };
    const double capacity = cache.bytes / static_cast<double>(LineBytes);
    const double whole =
        wholeLines(extent(N) * layer.inputColumns(all[P], all[R]) * layer.inputRows(all[Q], all[S]), all[C]) +
        wholeLines(extent(R) * extent(S) * extent(C), all[K]) +
        wholeLines(extent(N) * extent(P) * extent(Q), all[K]);
    if (whole <= capacity) return {};

    static constexpr Dimension InputUses[] = {N, C, P, Q, R, S}, WeightUses[] = {C, K, R, S},
                               OutputUses[] = {N, K, P, Q};
    std::array<TensorLines, 3> tensors{TensorLines{C, InputUses}, {K, WeightUses}, {K, OutputUses}};
    const std::array<RowTraffic, 3> row{tile.input, tile.weight, tile.output};
    const std::array<double, 3> rows{tile.inputRows, tile.weightRows, tile.outputRows};
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        TensorLines& it = tensors[i];
        it.loaded = rows[i] * row[i].lines;
        it.room = it.loaded * crowding(all[it.channel], row[i].lines, cache);
        it.shared = sharedLines(all[it.channel], layer.tile[it.channel]);
    }
    for (auto loop = layer.outer.rbegin(); loop != layer.outer.rend(); ++loop) {
        const bool fits = tensors[0].room + tensors[1].room + tensors[2].room <= capacity;
        for (TensorLines& it : tensors)
            it.loop(*loop, fits);
    }
    return {tensors[0].loaded, tensors[1].loaded, tensors[2].loaded};
}

} // namespace edgewright::cost::mapped
