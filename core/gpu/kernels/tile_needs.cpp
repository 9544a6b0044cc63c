// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/kernels/tile_needs.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

namespace edgewright::gpu {

namespace {

constexpr int Counters = 16; // registers of addresses and loops, at least
constexpr int Pad = 4;       // numbers behind each row of a tile of a
constexpr std::int64_t NumberBytes = 4;

struct BlockTile {
    int bm, bn, bk;
};
BlockTile tileOf(const Values& values) {
    return {numberOf(values, "BM"), numberOf(values, "BN"), numberOf(values, "BK")};
}

// A block reads its tiles in pieces of four numbers, each thread as many.
Result<int> foursOf(const BlockTile& tile, int threads) {
    const int a = tile.bm * tile.bk / 4, b = tile.bk * tile.bn / 4;
    if (a % threads != 0 || b % threads != 0 || a < threads || b < threads)
        return unsupported(
            say("{1} threads do not share out tiles of {2} x {3} and {3} x {4} in pieces of four", threads,
                tile.bm, tile.bk, tile.bn));
    return a / threads + b / threads;
}

// `tiles` of them, with their rows of a padded.
std::int64_t sharedOf(const BlockTile& tile, int tiles) {
    return std::int64_t(tiles) * tile.bk * (tile.bm + Pad + tile.bn) * NumberBytes;
}

Result<BlockNeeds> readByFours(const Values& values, int tiles) {
    const BlockTile tile = tileOf(values);
    const int rows = numberOf(values, "ROWS"), columns = numberOf(values, "COLUMNS");
    const int threads = tile.bm / rows * (tile.bn / columns);
    ASSIGN_OR_RETURN(const int fours, foursOf(tile, threads));
    const int ahead = tiles > 1 ? 4 * fours : 0; // the next tile, in registers
    return BlockNeeds{threads, rows * columns + rows + columns + ahead + Counters, sharedOf(tile, tiles)};
}

} // namespace

Result<BlockNeeds> squareNeeds(const Values& values) {
    const int side = numberOf(values, "SIDE");
    return BlockNeeds{side * side, Counters, 0};
}
Result<BlockNeeds> sharedSquareNeeds(const Values& values) {
    const int side = numberOf(values, "SIDE");
    return BlockNeeds{side * side, Counters, 2 * NumberBytes * side * side};
}

Result<BlockNeeds> columnTileNeeds(const Values& values) {
    const BlockTile tile = tileOf(values);
    const int rows = numberOf(values, "ROWS");
    return BlockNeeds{tile.bm / rows * tile.bn, rows + Counters, NumberBytes * tile.bk * (tile.bm + tile.bn)};
}
Result<BlockNeeds> registerTileNeeds(const Values& values) {
    const BlockTile tile = tileOf(values);
    const int rows = numberOf(values, "ROWS"), columns = numberOf(values, "COLUMNS");
    return BlockNeeds{tile.bm / rows * (tile.bn / columns), rows * columns + rows + columns + Counters,
                      NumberBytes * tile.bk * (tile.bm + tile.bn)};
}
Result<BlockNeeds> vectorLoadNeeds(const Values& values) { return readByFours(values, 1); }
Result<BlockNeeds> doubleBufferNeeds(const Values& values) { return readByFours(values, 2); }

std::vector<Parameter> warpTiles() {
    return {{"BM", 128, {64, 128}}, {"BN", 128, {64, 128}}, {"BK", 8, {8, 16}},
            {"WM", 64, {32, 64}},   {"WN", 32, {32, 64}},   {"DOWN", 8, {4, 8}}};
}

Result<BlockNeeds> warpTileNeeds(const Values& values) {
    const BlockTile tile = tileOf(values);
    const int wm = numberOf(values, "WM"), wn = numberOf(values, "WN"), down = numberOf(values, "DOWN");
    const int across = 32 / down, rows = wm / down, columns = wn / across;
    if (tile.bm % wm != 0 || tile.bn % wn != 0 || rows % 4 != 0 || columns % 4 != 0 || rows < 4 || columns < 4)
        return unsupported(
            say("a lane of a warp of {1} x {2}, {3} lanes down, does not compute whole pieces of 4 x 4", wm, wn,
                down));
    const int threads = tile.bm / wm * (tile.bn / wn) * 32;
    ASSIGN_OR_RETURN(const int fours, foursOf(tile, threads));
    return BlockNeeds{threads, rows * columns + rows + columns + 4 * fours + Counters, sharedOf(tile, 2)};
}

} // namespace edgewright::gpu
