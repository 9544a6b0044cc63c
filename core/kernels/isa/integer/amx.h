// SPDX-License-Identifier: GPL-3.0-or-later
// The instructions of AMX on tiles of codes: 16 rows of 16 units, by 16 units of 16 columns.
#pragma once

#include "core/kernels/isa/integer/vectors.h"

#if defined(__AVX512VNNI__)

namespace edgewright::kernels::EDGEWRIGHT_ISA {

#define EDGEWRIGHT_AMX __attribute__((target("amx-tile,amx-int8")))
#define EDGEWRIGHT_AMX_INLINE static inline __attribute__((always_inline, target("amx-tile,amx-int8")))

constexpr int TileRows = 16, TileUnits = 16, TileSums = TileRows * Lanes;

// The operand of LDTILECFG: extents of the eight tiles.
struct TileShapes {
    std::uint8_t palette, startRow, reserved[14];
    std::uint16_t rowBytes[16];
    std::uint8_t rows[16];
};
static_assert(sizeof(TileShapes) == 64);

// The instructions, by the numbers of tiles. Compilers need not know these registers: nothing else uses them.
template <int T>
EDGEWRIGHT_AMX_INLINE void zeroTile() {
    __asm__ volatile("tilezero %%tmm%c0" ::"n"(T));
}
template <int T>
EDGEWRIGHT_AMX_INLINE void loadTile(const void* from, std::int64_t rowBytes) {
    __asm__ volatile("tileloadd (%0,%1,1), %%tmm%c2" ::"r"(from), "r"(rowBytes), "n"(T) : "memory");
}
template <int T>
EDGEWRIGHT_AMX_INLINE void storeTile(void* to, std::int64_t rowBytes) {
    __asm__ volatile("tilestored %%tmm%c2, (%0,%1,1)" ::"r"(to), "r"(rowBytes), "n"(T) : "memory");
}
// Sums += signed rows * unsigned columns.
template <int Sums, int RowsTile, int ColumnsTile>
EDGEWRIGHT_AMX_INLINE void multiplyTiles() {
    __asm__ volatile("tdpbsud %%tmm%c2, %%tmm%c1, %%tmm%c0" ::"n"(Sums), "n"(RowsTile), "n"(ColumnsTile));
}

// Tiles 0 to 3 are sums, 4 and 5 rows, 6 and 7 columns. They may be used between these two.
EDGEWRIGHT_AMX_INLINE void openTiles(std::int64_t units) {
    const auto depth = static_cast<std::uint8_t>(units < TileUnits ? units : TileUnits);
    TileShapes shapes{};
    shapes.palette = 1;
    for (int i = 0; i < 8; ++i) {
        const bool areRows = i == 4 || i == 5, areColumns = i > 5;
        shapes.rowBytes[i] = static_cast<std::uint16_t>(4 * (areRows ? depth : TileUnits));
        shapes.rows[i] = areColumns ? depth : TileRows;
    }
    __asm__ volatile("ldtilecfg %0" ::"m"(shapes));
}
EDGEWRIGHT_AMX_INLINE void closeTiles() { __asm__ volatile("tilerelease"); }

} // namespace edgewright::kernels::EDGEWRIGHT_ISA

#endif
