// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[k][n] in float32, step by step: each differs from the one before by what its name says.
#include "core/base/translatable.h"
#include "core/gpu/kernels/launches.h"
#include "core/gpu/kernels/parts.h"
#include "core/gpu/kernels/tile_needs.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

const std::vector<std::string_view> ProductSizes{"m", "n", "k"};
const std::vector<Sizes> OddProducts{{1, 1, 1}, {33, 70, 37}, {130, 133, 36}, {64, 128, 41}};
const std::vector<Sizes> UsualProducts{{1024, 1024, 1024}, {4096, 4096, 4096}};

Work productWork(const Sizes& sizes, std::string_view source, const Values& values, Extent3 grid,
                 Extent3 block) {
    const std::int64_t m = sizes[0], n = sizes[1], k = sizes[2];
    Work work;
    work.buffers = {{Type::Float32, m * k}, {Type::Float32, k * n}, {Type::Float32, m * n, Fill::Result}};
    work.launches = {{source, values, grid, block, {whole(m), whole(n), whole(k), part(0), part(1), part(2)}}};
    work.macs = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    work.bytes = 4.0 * (static_cast<double>(m * k) + static_cast<double>(k * n) + static_cast<double>(m * n));
    work.reference = [n, k](const std::vector<Array>& inputs, std::int64_t element) {
        double sum = 0;
        for (std::int64_t i = 0; i < k; ++i)
            sum += inputs[0].at(element / n * k + i) * inputs[1].at(i * n + element % n);
        return sum;
    };
    work.library = LibraryCall::Float32;
    return work;
}

std::uint32_t threads(int count) { return static_cast<std::uint32_t>(count); }

// Blocks of tiles, across first.
Extent3 tilesOf(const Sizes& sizes, int down, int across) {
    return {piecesOf(sizes[1], across), piecesOf(sizes[0], down), 1};
}

Result<Work> naive(const Sizes& sizes, const Values& values) {
    const int side = numberOf(values, "SIDE");
    return productWork(sizes, "gemm_naive", values, {piecesOf(sizes[0], side), piecesOf(sizes[1], side), 1},
                       {threads(side), threads(side), 1});
}

Result<Work> squares(std::string_view source, const Sizes& sizes, const Values& values) {
    const int side = numberOf(values, "SIDE");
    return productWork(sizes, source, values, tilesOf(sizes, side, side), {threads(side), threads(side), 1});
}
Result<Work> coalesced(const Sizes& sizes, const Values& values) {
    return squares("gemm_coalesced", sizes, values);
}
Result<Work> sharedTile(const Sizes& sizes, const Values& values) {
    return squares("gemm_shared_tile", sizes, values);
}

Result<Work> registerTile1d(const Sizes& sizes, const Values& values) {
    const int bm = numberOf(values, "BM"), bn = numberOf(values, "BN"), rows = numberOf(values, "ROWS");
    return productWork(sizes, "gemm_register_tile_1d", values, tilesOf(sizes, bm, bn),
                       {threads(bm / rows * bn), 1, 1});
}

Result<Work> registerTiles(std::string_view source, const Sizes& sizes, const Values& values) {
    const int bm = numberOf(values, "BM"), bn = numberOf(values, "BN");
    const int rows = numberOf(values, "ROWS"), columns = numberOf(values, "COLUMNS");
    return productWork(sizes, source, values, tilesOf(sizes, bm, bn),
                       {threads(bm / rows * (bn / columns)), 1, 1});
}
Result<Work> registerTile2d(const Sizes& sizes, const Values& values) {
    return registerTiles("gemm_register_tile_2d", sizes, values);
}
Result<Work> vectorLoads(const Sizes& sizes, const Values& values) {
    return registerTiles("gemm_vector_loads", sizes, values);
}
Result<Work> doubleBuffer(const Sizes& sizes, const Values& values) {
    return registerTiles("gemm_double_buffer", sizes, values);
}

Result<Work> warpTile(const Sizes& sizes, const Values& values) {
    Work work = productWork(sizes, "gemm_warp_tile", values, {}, {});
    work.launches = {productLaunch(sizes[0], sizes[1], sizes[2], part(0), part(1), part(2), values)};
    return work;
}

// Rows have a bias, elements a residual, and what is below 0 becomes 0.
Result<Work> endedWarpTile(const Sizes& sizes, const Values& values) {
    const std::int64_t m = sizes[0], n = sizes[1], k = sizes[2];
    Work work = productWork(sizes, "gemm_warp_tile", values, {}, {});
    const auto product = work.reference;
    work.buffers.push_back({Type::Float32, m});
    work.buffers.push_back({Type::Float32, m * n});
    const Ending ending{ReluFunction, 0, 0, part(3), part(4)};
    work.launches = {endedProductLaunch(m, n, k, false, ending, part(0), part(1), part(2), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [product, n](const std::vector<Array>& inputs, std::int64_t element) {
        return std::max(0.0, product(inputs, element) + inputs[3].at(element / n) + inputs[4].at(element));
    };
    work.library = LibraryCall::None;
    return work;
}

const std::vector<Parameter> RegisterTiles{{"BM", 128, {32, 64, 128}},
                                           {"BN", 128, {32, 64, 128}},
                                           {"BK", 8, {8, 16, 32}},
                                           {"ROWS", 8, {4, 8}},
                                           {"COLUMNS", 8, {4, 8}}};

Kernel step(std::string_view name, const char* summary, std::vector<Parameter> parameters,
            Result<Work> (*work)(const Sizes&, const Values&), Result<BlockNeeds> (*needs)(const Values&)) {
    return {name,
            Family::Product,
            summary,
            RoofKind::Float32,
            50,
            std::move(parameters),
            ProductSizes,
            OddProducts,
            UsualProducts,
            work,
            needs};
}

} // namespace

namespace gemm_naive_kernel {
extern const Kernel entry =
    step("gemm_naive", TRANSLATABLE("GPU kernel", "A thread for each element, a warp down a column"),
         {{"SIDE", 32, {8, 16, 32}}}, naive, squareNeeds);
}
namespace gemm_coalesced_kernel {
extern const Kernel entry =
    step("gemm_coalesced", TRANSLATABLE("GPU kernel", "A warp along a row: its accesses are one"),
         {{"SIDE", 32, {8, 16, 32}}}, coalesced, squareNeeds);
}
namespace gemm_shared_tile_kernel {
extern const Kernel entry = step("gemm_shared_tile", TRANSLATABLE("GPU kernel", "Tiles in shared memory"),
                                 {{"SIDE", 32, {8, 16, 32}}}, sharedTile, sharedSquareNeeds);
}
namespace gemm_register_tile_1d_kernel {
extern const Kernel entry =
    step("gemm_register_tile_1d", TRANSLATABLE("GPU kernel", "Several elements of a column for each thread"),
         {{"BM", 64, {32, 64, 128}}, {"BN", 64, {32, 64, 128}}, {"BK", 8, {8, 16}}, {"ROWS", 8, {4, 8, 16}}},
         registerTile1d, columnTileNeeds);
}
namespace gemm_register_tile_2d_kernel {
extern const Kernel entry =
    step("gemm_register_tile_2d", TRANSLATABLE("GPU kernel", "A rectangle of elements for each thread"),
         RegisterTiles, registerTile2d, registerTileNeeds);
}
namespace gemm_vector_loads_kernel {
extern const Kernel entry =
    step("gemm_vector_loads", TRANSLATABLE("GPU kernel", "Four numbers with each access"), RegisterTiles,
         vectorLoads, vectorLoadNeeds);
}
namespace gemm_double_buffer_kernel {
extern const Kernel entry =
    step("gemm_double_buffer", TRANSLATABLE("GPU kernel", "The next tile is read while this one is multiplied"),
         RegisterTiles, doubleBuffer, doubleBufferNeeds);
}
namespace gemm_warp_tile_kernel {
extern const Kernel entry = step("gemm_warp_tile", TRANSLATABLE("GPU kernel", "A tile for each warp"),
                                 warpTiles(), warpTile, warpTileNeeds);
}
namespace gemm_ended_kernel {
extern const Kernel entry =
    step("gemm_ended",
         TRANSLATABLE("GPU kernel", "A tile for each warp, with bias, sum and function before it is stored"),
         warpTiles(), endedWarpTile, warpTileNeeds);
}

} // namespace edgewright::gpu
