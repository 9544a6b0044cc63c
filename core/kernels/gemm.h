// SPDX-License-Identifier: GPL-3.0-or-later
// C = A B in float32, from the tiles of the instruction set in use.
#pragma once

#include "core/kernels/gemm_tiles.h"
#include "core/kernels/kernel_parameters.h"

#include <cstdint>
#include <functional>
#include <limits>

namespace edgewright::kernels {

// Element (i, j) is data[i * stride + j], or data[j * stride + i] when transposed. `packed` is the same matrix
// as packRows (of A) or packColumns (of B) wrote it for the tiles in use, or null.
struct GemmOperand {
    const float* data = nullptr;
    std::int64_t stride = 0;
    bool transposed = false;
    const float* packed = nullptr;
};

struct Gemm {
    GemmOperand a, b;
    std::int64_t m = 0, n = 0, k = 0; // A is m x k, B is k x n; k >= 1
    float* c = nullptr;               // row-major, rows cStride apart
    std::int64_t cStride = 0;
    bool add = false;                  // to what C holds
    const float* rowBias = nullptr;    // [m] or null
    const float* columnBias = nullptr; // [n] or null
    float low = -std::numeric_limits<float>::infinity(), high = std::numeric_limits<float>::infinity();
    GemmParameters parameters = {};
    // Called for each finished rectangle of C while it is in the cache, perhaps from several threads.
    std::function<void(std::int64_t row, std::int64_t rows, std::int64_t column, std::int64_t columns)>
        finished;
};

inline std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

// Tiles of the instruction set in use: the first ones where there are no others of that number.
const GemmTiles& tilesOf(const GemmParameters& parameters = {});

// Floats that packing takes; the space must be 64-byte aligned.
std::int64_t packedRowsFloats(std::int64_t m, std::int64_t k, const GemmTiles& tiles = tilesOf());
std::int64_t packedColumnsFloats(std::int64_t k, std::int64_t n, const GemmTiles& tiles = tilesOf());
void packRows(const GemmOperand& a, std::int64_t m, std::int64_t k, float* to,
              const GemmTiles& tiles = tilesOf());
void packColumns(const GemmOperand& b, std::int64_t k, std::int64_t n, float* to,
                 const GemmTiles& tiles = tilesOf());

// Blocking: a product is cut so that the block of B in work stays in the second-level cache.
struct GemmBlocking {
    std::int64_t k, n; // extents of a block of B; n is a multiple of the panel's columns
    std::int64_t m;    // rows of C that a task computes, a multiple of the panel's rows

    std::int64_t columnParts(std::int64_t columns) const { return ceilDivide(columns, n); }
    std::int64_t rowParts(std::int64_t rows) const { return ceilDivide(rows, m); }
};
// `unit`: k is a multiple of this (the taps of a convolution). `products` alike ones are shared out together
// among `threads`, by rows and columns so that the one with the most to do has little more than the others.
GemmBlocking gemmBlocking(std::int64_t m, std::int64_t n, std::int64_t k, std::int64_t unit = 1,
                          int threads = 1, std::int64_t products = 1, const GemmParameters& parameters = {});

// Floats of scratch that gemm() needs with so many threads.
std::int64_t gemmScratch(const Gemm& gemm, int threads);
void gemm(const Gemm& gemm, int threads, float* scratch);

} // namespace edgewright::kernels
