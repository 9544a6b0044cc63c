// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/peak_loops.h"

#include "core/kernels/isa/integer/amx.h"
#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

template <int N>
void multiplyAdd(std::int64_t turns, float* memory) {
    // Every sum goes to shift / (1 - factor): far from what slows arithmetic down.
    const Floats factor = splat(0.5f), shift = splat(1.0f);
    Floats sums[N];
    for (int i = 0; i < N; ++i)
        sums[i] = splat(static_cast<float>(i));
    for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 32
        for (int i = 0; i < N; ++i)
            sums[i] = fused(sums[i], factor, shift);
    }
    Floats total{};
    for (int i = 0; i < N; ++i)
        total += sums[i];
    store(memory, total);
}

template <int N>
void dots(std::int64_t turns, float* memory) {
    Words u = reinterpret_cast<Words>(load(memory));
    const Words v = u ^ 0x01010101u;
    Words sums[N] = {};
    for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 32
        for (int i = 0; i < N; ++i) {
            renew(u); // else one product would serve all sums
            sums[i] = dot(sums[i], u, v);
        }
    }
    Words total{};
    for (int i = 0; i < N; ++i)
        total += sums[i];
    store(memory, reinterpret_cast<Floats>(total));
}

template <int N>
constexpr PeakLoop MultiplyAddLoop{N, 1.0 * N* Lanes, multiplyAdd<N>};
template <int N>
constexpr PeakLoop DotLoop{N, 1.0 * N* Lanes* Depth, dots<N>};

constexpr PeakLoop MultiplyAddLoops[] = {
    MultiplyAddLoop<2>,  MultiplyAddLoop<4>,  MultiplyAddLoop<6>,  MultiplyAddLoop<8>,  MultiplyAddLoop<10>,
    MultiplyAddLoop<12>, MultiplyAddLoop<14>, MultiplyAddLoop<16>, MultiplyAddLoop<20>, MultiplyAddLoop<24>};
constexpr PeakLoop DotLoops[] = {DotLoop<2>,  DotLoop<4>,  DotLoop<6>,  DotLoop<8>,  DotLoop<10>,
                                 DotLoop<12>, DotLoop<14>, DotLoop<16>, DotLoop<20>, DotLoop<24>};

#if defined(__AVX512VNNI__)
// Four tiles of sums, of a vector for each row.
EDGEWRIGHT_AMX void dotsOfTiles(std::int64_t turns, float* memory) {
    std::uint32_t columns[TileUnits], sums[4][TileSums];
    __builtin_memcpy(columns, memory, sizeof columns);
    for (std::uint32_t& each : columns)
        each ^= 0x01010101u;
    openTiles(TileUnits);
    loadTile<4>(memory, 0);
    loadTile<6>(columns, 0);
    zeroTile<0>();
    zeroTile<1>();
    zeroTile<2>();
    zeroTile<3>();
    for (std::int64_t turn = 0; turn < turns; ++turn) {
        multiplyTiles<0, 4, 6>();
        multiplyTiles<1, 4, 6>();
        multiplyTiles<2, 4, 6>();
        multiplyTiles<3, 4, 6>();
    }
    storeTile<0>(sums[0], 4 * Lanes);
    storeTile<1>(sums[1], 4 * Lanes);
    storeTile<2>(sums[2], 4 * Lanes);
    storeTile<3>(sums[3], 4 * Lanes);
    closeTiles();
    Words total{};
    for (const auto& tile : sums)
        for (int row = 0; row < TileRows; ++row)
            total += loadWords(tile + row * Lanes);
    store(memory, reinterpret_cast<Floats>(total));
}

constexpr PeakLoop TileLoops[] = {{4 * TileRows, 4.0 * TileSums* TileUnits* Depth, dotsOfTiles}};
#endif

} // namespace

#if defined(__AVX512VNNI__)
extern const PeakLoops amxPeakLoops{MultiplyAddLoops, sizeof MultiplyAddLoops / sizeof(PeakLoop), TileLoops,
                                    sizeof TileLoops / sizeof(PeakLoop)};
#endif

extern const PeakLoops peakLoops{MultiplyAddLoops, sizeof MultiplyAddLoops / sizeof(PeakLoop), DotLoops,
                                 sizeof DotLoops / sizeof(PeakLoop)};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
