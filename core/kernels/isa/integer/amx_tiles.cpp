// SPDX-License-Identifier: GPL-3.0-or-later
// Products of packed codes by AMX: a tile of 16 rows by one of 16 columns, 16 units deep, in one instruction.
// Blocks that would not fill tiles are multiplied by vectors.
#include "core/kernels/isa/integer/amx.h"
#include "core/kernels/isa/integer/tile.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

#if defined(__AVX512VNNI__)

namespace {

constexpr int PanelBlock = TileRows * TileUnits; // units of a panel's rows that one instruction takes

// Blocks of units, of all rows.
struct BlocksOfUnits {
    static constexpr int PanelRows = TileRows, RowStep = TileUnits, UnitStep = 1;
    template <typename Body>
    EDGEWRIGHT_INLINE void forEachPart(std::int64_t units, const Body& body) {
        for (std::int64_t first = 0, at = 0; first < units; first += TileUnits, at += PanelBlock) {
            if (first + TileUnits <= units)
                body(at, first, TileUnits);
            else if (units < TileUnits)
                body(at, 0, units);
            else
                body(at, units - TileUnits, TileUnits);
        }
    }
};

struct Strip {
    const std::uint32_t* rows[2];    // panels
    const std::uint32_t* columns[4]; // vectors of panels
    std::int64_t units;
};

// P panels of rows by V vectors of columns: sums[p * V + v] is a tile.
template <int P, int V>
EDGEWRIGHT_AMX void multiplyStrip(const Strip& strip, std::uint32_t (*sums)[TileSums]) {
    static_assert(P * V <= 4);
    constexpr std::int64_t RowBytes = 4 * TileUnits, ColumnBytes = 4 * Columns;
    zeroTile<0>();
    if constexpr (P * V > 1) zeroTile<1>();
    if constexpr (P * V > 2) zeroTile<2>();
    if constexpr (P * V > 3) zeroTile<3>();
    std::int64_t first = 0;
    for (std::int64_t at = 0; first < strip.units; at += PanelBlock, first += TileUnits) {
        // The last units end with the last one.
        if (first + TileUnits > strip.units) first = strip.units < TileUnits ? 0 : strip.units - TileUnits;
        const std::int64_t from = first * Columns;
        loadTile<4>(strip.rows[0] + at, RowBytes);
        if constexpr (P > 1) loadTile<5>(strip.rows[1] + at, RowBytes);
        loadTile<6>(strip.columns[0] + from, ColumnBytes);
        multiplyTiles<0, 4, 6>();
        if constexpr (P > 1) multiplyTiles<V, 5, 6>();
        if constexpr (V > 1) {
            loadTile<7>(strip.columns[1] + from, ColumnBytes);
            multiplyTiles<1, 4, 7>();
            if constexpr (P > 1) multiplyTiles<V + 1, 5, 7>();
        }
        if constexpr (V > 2) {
            loadTile<6>(strip.columns[2] + from, ColumnBytes);
            multiplyTiles<2, 4, 6>();
        }
        if constexpr (V > 3) {
            loadTile<7>(strip.columns[3] + from, ColumnBytes);
            multiplyTiles<3, 4, 7>();
        }
    }
    storeTile<0>(sums[0], 4 * Lanes);
    if constexpr (P * V > 1) storeTile<1>(sums[1], 4 * Lanes);
    if constexpr (P * V > 2) storeTile<2>(sums[2], 4 * Lanes);
    if constexpr (P * V > 3) storeTile<3>(sums[3], 4 * Lanes);
}

template <int V>
void finishRows(const IntegerBlock& block, const std::uint32_t* sums, std::int64_t i, std::int64_t j) {
    for (int r = 0; r < TileRows && i + r < block.m; r += Rows) {
        Words rows[Rows][V];
        repeat<Rows>([&](auto row) __attribute__((always_inline)) {
            repeat<V>([&](auto v) __attribute__((always_inline)) {
                rows[row.value][v.value] = loadWords(sums + v.value * TileSums + (r + row.value) * Lanes);
            });
        });
        finishTile<Rows, V>(block, {i + r, j, block.m - i - r, block.n - j}, rows);
    }
}

// Rows from `i` on by columns from `j` on, which begin in panel `b`.
template <int P, int V>
void multiplyTile(const IntegerBlock& block, const std::uint32_t* b, std::int64_t i, std::int64_t j) {
    alignas(64) std::uint32_t sums[P * V][TileSums];
    Strip strip{};
    strip.units = block.k;
    for (int p = 0; p < P; ++p)
        strip.rows[p] = block.a + (i / TileRows + p) * block.aPanel;
    for (int v = 0; v < V; ++v)
        strip.columns[v] = b + v / Vectors * block.bPanel + v % Vectors * Lanes;
    multiplyStrip<P, V>(strip, sums);
    for (int p = 0; p < P; ++p) {
        for (int v = 0; v + 2 <= V; v += 2)
            finishRows<2>(block, sums[p * V + v], i + p * TileRows, j + v * Lanes);
        if constexpr (V % 2 != 0)
            finishRows<1>(block, sums[p * V + V - 1], i + p * TileRows, j + (V - 1) * Lanes);
    }
}

// Processor cycles of tiles, as measured, against those of vectors.
bool suitsTiles(const IntegerBlock& block) {
    constexpr std::int64_t Opening = 250, Product = 28, Storing = 40, FewRows = 2;
    if (block.bOffsets || block.m <= FewRows) return false;
    const std::int64_t vectors = (block.n + Lanes - 1) / Lanes;
    const std::int64_t panels = (block.m + TileRows - 1) / TileRows;
    const std::int64_t deep = (block.k + TileUnits - 1) / TileUnits;
    return Opening + panels * vectors * (deep * Product + Storing) < block.m * vectors * block.k / 2;
}

EDGEWRIGHT_AMX void multiplyByTiles(const IntegerBlock& block) {
    if (!suitsTiles(block)) return multiplyByVectors<BlocksOfUnits>(block);
    openTiles(block.k);
    for (std::int64_t i = 0; i < block.m; i += 2 * TileRows) {
        const bool two = block.m - i > TileRows;
        const std::int64_t width = two ? Columns : 2 * Columns; // that tiles of sums are left for
        const std::uint32_t* b = block.b;
        for (std::int64_t j = 0; j < block.n; j += width, b += width / Columns * block.bPanel) {
            const std::int64_t rest = block.n - j;
            if (two)
                rest > Lanes ? multiplyTile<2, 2>(block, b, i, j) : multiplyTile<2, 1>(block, b, i, j);
            else if (rest > 3 * Lanes)
                multiplyTile<1, 4>(block, b, i, j);
            else if (rest > 2 * Lanes)
                multiplyTile<1, 3>(block, b, i, j);
            else
                rest > Lanes ? multiplyTile<1, 2>(block, b, i, j) : multiplyTile<1, 1>(block, b, i, j);
        }
    }
    closeTiles();
}

void packRowsInBlocks(const std::uint8_t* from, std::int64_t stride, std::int64_t m, std::int64_t k,
                      std::uint8_t flip, std::uint32_t* to, std::int32_t* sums) {
    constexpr std::int64_t BlockCodes = TileUnits * Depth;
    const std::int64_t units = (k + Depth - 1) / Depth, blocks = (units + TileUnits - 1) / TileUnits;
    const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip)), ones = _mm512_set1_epi8(1);
    for (std::int64_t i = 0; i < m; ++i, from += stride) {
        std::uint32_t* row = to + i / TileRows * blocks * PanelBlock + i % TileRows * TileUnits;
        __m512i sum = _mm512_setzero_si512();
        for (std::int64_t block = 0; block < blocks; ++block, row += PanelBlock) {
            const bool moved = block > 0 && (block + 1) * TileUnits > units;
            const std::int64_t begin = moved ? (units - TileUnits) * Depth : block * BlockCodes;
            const std::int64_t before = block * BlockCodes - begin;
            const std::int64_t count = k - begin < BlockCodes ? k - begin : BlockCodes;
            const __mmask64 inside = ~__mmask64(0) >> (BlockCodes - count) >> before << before;
            const __m512i codes = _mm512_maskz_mov_epi8(
                inside, _mm512_xor_si512(_mm512_maskz_loadu_epi8(inside, from + begin), flips));
            _mm512_storeu_si512(row, codes);
            sum = _mm512_dpbusd_epi32(sum, ones, codes);
        }
        std::uint32_t lanes[Lanes], total = 0;
        _mm512_storeu_si512(lanes, sum);
        for (const std::uint32_t lane : lanes)
            total += lane;
        sums[i] = static_cast<std::int32_t>(total);
    }
}

} // namespace

// For processors that have AMX, too.
extern const IntegerTiles amxIntegerTiles =
    integerTilesOf(TileRows, TileUnits, packRowsInBlocks, multiplyByTiles);

#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
