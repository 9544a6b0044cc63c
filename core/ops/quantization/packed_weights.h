// SPDX-License-Identifier: GPL-3.0-or-later
// Weights of 2, 4 or 8 bits, several to a byte, as the operators of com.microsoft for language models take
// them: each block of a row has a scale and a zero point of its own.
#pragma once

#include "core/kernels/packed_rows.h"
#include "core/ops/operator.h"

#include <functional>

namespace edgewright::ops {

// 1 to 4 codes to a byte; Unsupported for other widths than 8, 4 and 2 bits.
Result<std::int64_t> codesPerByte(std::int64_t bits);

// So many codes lie in a tensor of bytes; nothing for other types and widths. (Operator::packedElements.)
std::optional<std::int64_t> packedCodes(const ir::TensorType& type, std::int64_t bits);

struct PackedWeights {
    std::int64_t rows = 0, columns = 0;
    std::int64_t block = 1; // columns that share a scale
    int bits = 4;
    std::int64_t rowBytes = 0;        // from one row of codes to the next
    const std::byte* codes = nullptr; // the first in the lowest bits
    const float* scales = nullptr;    // [rows, blocks()]
    const float* zeros = nullptr;     // [rows, blocks()]; null: the middle of the codes' range
    const std::int32_t* groups =
        nullptr; // [columns]: the block whose scale a column has; null: the one it lies in

    std::int64_t blocks() const { return ceilDiv(columns, block); }
    kernels::PackedRow rowAt(std::int64_t row) const; // without groups
    // The weights of a row, in float32.
    void decode(std::int64_t row, float* to) const;
};

// Zero points as float32, [rows, blocks]: uint8, packed like the codes with whole bytes for each row, or one
// number each.
Result<ir::Tensor> zeroPointsOf(KernelContext& context, std::size_t index, std::int64_t rows,
                                std::int64_t blocks, std::int64_t bits);

// Writes a row of weights as numbers; from several threads at once.
using DecodeRow = std::function<void(std::int64_t row, float* to)>;

// out[m, n] = a[m, k] times a transposed matrix [n, k], of which few rows at a time are numbers. `scratch` is
// that of an earlier call, or nothing, and grows where it is too small.
Result<void> multiplyDecoded(KernelContext& context, const float* a, std::int64_t m, std::int64_t n,
                             std::int64_t k, const DecodeRow& decode, float* out, std::span<float>& scratch);

// The same with packed weights: out[m, rows] = a[m, columns] times their transpose.
Result<void> multiplyPacked(KernelContext& context, const float* a, std::int64_t m,
                            const PackedWeights& weights, float* out, std::span<float>& scratch);

} // namespace edgewright::ops
