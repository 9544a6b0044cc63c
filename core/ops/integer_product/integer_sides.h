// SPDX-License-Identifier: GPL-3.0-or-later
// A matrix product of codes made ready: its extents, both sides and the target, and the products themselves.
#pragma once

#include "core/base/checked.h"
#include "core/kernels/isa.h"
#include "core/kernels/kernel_parameters.h"
#include "core/kernels/table.h"
#include "core/ops/integer_product/byte_codes.h"
#include "core/ops/operands/broadcast.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <span>
#include <vector>

namespace edgewright::ops {

// The right matrices in panels of columns.
struct IntegerColumns {
    const kernels::IntegerTiles* tiles = nullptr;
    const std::uint8_t* source = nullptr; // of the codes
    std::int64_t stride = 0;              // units of one matrix
    ir::Tensor units;
    std::vector<std::int32_t> sums; // of the unsigned codes over each column
};

struct IntegerShape {
    ir::Dims dims;          // of the result
    BroadcastPlan matrices; // which left meets which right one
    std::int64_t rows = 0, depth = 0, columns = 0;
};

// An int32 tensor that broadcasts to one matrix: element (i, j) is data[i * row + j * column].
struct IntegerBias {
    const std::int32_t* data = nullptr;
    std::int64_t row = 0, column = 0;
    std::uint32_t at(std::int64_t i, std::int64_t j) const {
        return data ? static_cast<std::uint32_t>(data[i * row + j * column]) : 0;
    }
};

// One left with one right matrix.
struct MatrixPair {
    std::int64_t a, b, out;
};

// Both sides, and what becomes of their products.
struct IntegerSides {
    IntegerShape shape = {};
    const kernels::IntegerTiles& tiles = *kernels::table().integer;
    ByteCodes a = {}, b = {};           // signed, unsigned
    const std::uint8_t* left = nullptr; // [matrices, rows, depth]
    IntegerBias bias = {};
    std::vector<float> scales = {}; // per column; empty for sums
    // The terms of all columns, up to the end of the last panel, where they are the same for every row and
    // there is one right matrix; else empty.
    std::vector<std::int32_t> columnTerms = {};
    kernels::IntegerTarget target = {};
    kernels::GemmParameters by = {};

    std::int32_t columnTerm(std::int64_t row, std::int64_t column, std::int32_t zero, std::int32_t sum) const {
        return static_cast<std::int32_t>(bias.at(row, column) - word(zero) * word(sum));
    }
    std::int64_t units() const { return ceilDiv(shape.depth, tiles.depth); } // of a row or a column
    std::int64_t panel() const { return units() * tiles.columns; }
    // Rows with zero points or biases of their own are taken one by one.
    std::int64_t blockRows() const {
        if (a.zeros.size() > 1 || bias.row != 0) return 1;
        const std::int64_t wanted = by.m > 0 ? std::min(by.m, shape.rows) : 8 * tiles.rows;
        return ceilDiv(wanted, tiles.rows) * tiles.rows;
    }
    // Panels of columns that rows are multiplied by before the next ones, at most `share` by the own rule: they
    // stay in the cache.
    std::int64_t chunkPanels(std::int64_t share) const {
        constexpr std::int64_t CachedUnits = 64 * 1024;
        if (by.n > 0) return ceilDiv(std::min(by.n, shape.columns), tiles.columns);
        return std::clamp<std::int64_t>(CachedUnits / std::max<std::int64_t>(panel(), 1), 1, share);
    }
    // In units of about a nanosecond.
    std::int64_t work(std::size_t pairs) const {
        return std::int64_t(pairs) * shape.rows * shape.columns / 50 * std::max<std::int64_t>(shape.depth, 10) /
               10;
    }
};

// Columns [first, first + n) of a matrix of codes [depth, columns], as panels of `units` units a column.
void packPanels(const kernels::IntegerTiles& tiles, const std::uint8_t* codes, std::uint8_t flip,
                const IntegerShape& shape, std::int64_t first, std::int64_t n, std::uint32_t* to);

// By columns that were packed before.
Result<void> multiplyKept(KernelContext& context, const IntegerSides& sides, const IntegerColumns& right,
                          std::span<const MatrixPair> pairs);
// Packs each block of columns right before rows are multiplied by it. `right`: codes [matrices, depth,
// columns].
Result<void> multiplyFresh(KernelContext& context, const IntegerSides& sides, const std::uint8_t* right,
                           std::span<const MatrixPair> pairs);

} // namespace edgewright::ops
