// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of weights as codes of 2, 4 or 8 bits, several to a byte, in blocks that share a scale and a zero point:
//
//   weight = (code - zero) * scale
//
// as numbers, or multiplied where they lie.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

struct PackedRow {
    const std::uint8_t* codes; // whole blocks, the first code in the lowest bits
    const float* scales;       // by block
    const float* zeros;        // by block; null: 2^(bits - 1)
    std::int64_t columns;      // the last block may have codes behind them
    std::int64_t block;        // columns of a block, a multiple of the codes in a byte
    int bits;                  // 2, 4 or 8

    std::int64_t blocks() const { return (columns + block - 1) / block; }
};

// Numbers that rows of 4 bits are multiplied by, arranged as their codes lie: for each `chunk` columns those at
// even places, then those at odd ones; 0 behind the last column, up to the end of the block.
struct PackedRowKernels {
    std::int64_t chunk;                              // columns; `dot` takes blocks that are a multiple of it
    std::int64_t rows;                               // of numbers that `dot` takes at once, at most
    void (*decode)(const PackedRow& row, float* to); // float32, [columns]
    // [blocks() * block] numbers of [columns] ones.
    void (*arrange)(const float* from, std::int64_t columns, std::int64_t padded, float* to);
    // out[m * outStride + n] = sum over columns of the numbers arranged[m * arrangedStride + ...] times the
    // weights of row n, for m < count and n < n; of 4 bits. Each row's codes, scales and zero points lie
    // `rowBytes`, and row.blocks(), behind those of the one before.
    void (*dot)(const PackedRow& first, std::int64_t rowBytes, std::int64_t n, const float* arranged,
                std::int64_t arrangedStride, std::int64_t count, float* out, std::int64_t outStride);
};

} // namespace edgewright::kernels
