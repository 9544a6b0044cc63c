// SPDX-License-Identifier: GPL-3.0-or-later
// Matrix products on Gemmini with the tiles of its own software, tiled_matmul_auto, weight stationary.
#pragma once

#include "core/cost/mapped/gemmini.h"

namespace edgewright::cost::mapped {

struct Product {
    std::int64_t m = 1, k = 1, n = 1; // (m x k) times (k x n), each 1 to ProductLimit
};
inline constexpr std::int64_t ProductLimit = 1 << 16;

struct Memories {
    std::int64_t scratchpadRows = 16384; // of 16 bytes: 256 KiB
    std::int64_t accumulatorRows = 1024; // of 16 sums of 32 bits: 64 KiB
};

// In blocks of 16 x 16.
struct ProductTile {
    std::int64_t m = 1, k = 1, n = 1;
};

// As large as half of each memory allows, the other half being filled meanwhile: square in m and n first, k
// with what a quarter of the scratchpad holds, then one block more of n, m and k in turn while it fits.
ProductTile stockTile(const Product& product, const Memories& memories = {});

// The cycles of the host to find the tiles, beside GemminiConstants::start. Fitted to six products in the
// simulated RTL, which the model misses by at most 10 % each.
inline constexpr double TilerCycles = 1700;

// The model of gemmini.h for each of the tiles, those at the edges being smaller: tiles are loaded and stored
// beside the computing of their neighbours. BadInput where an extent is not within its limits or a memory does
// not hold two blocks of each operand.
Result<double> stockCycles(const Product& product, const Memories& memories = {},
                           const GemminiConstants& constants = {});

} // namespace edgewright::cost::mapped
