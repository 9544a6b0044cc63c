// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution or matrix product with the loop nest that it runs in.
#pragma once

#include "core/base/result.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace edgewright::cost::mapped {

// Loop nests as Timeloop and DOSA write them on one line:
//   L3[WIO] K48 - L2[WI] N1 K16X - L1[O] C48 P16 C16X - L0[W] P8
// Levels from DRAM (L3) over scratchpad (L2) and accumulator (L1) to the registers of the array (L0); in
// brackets the tensors that a level holds; then its loops, outermost first. X: spread over the array, not over
// time.

// The loops of a convolution: batch, channels in, channels out, output columns and rows, filter columns and
// rows.
enum class Dimension : std::uint8_t { N, C, K, P, Q, R, S };
inline constexpr std::size_t Dimensions = 7;
inline constexpr std::string_view DimensionNames = "NCKPQRS";

template <typename T>
struct ByDimension : std::array<T, Dimensions> {
    T& operator[](Dimension it) { return std::array<T, Dimensions>::operator[](static_cast<std::size_t>(it)); }
    const T& operator[](Dimension it) const {
        return std::array<T, Dimensions>::operator[](static_cast<std::size_t>(it));
    }
};

struct Loop {
    Dimension dimension = Dimension::N;
    std::int64_t count = 1; // 1 to ExtentLimit
    bool spatial = false;
};

struct Level {
    bool weights = false, inputs = false, outputs = false;
    std::vector<Loop> loops; // outermost first
};

inline constexpr std::size_t Levels = 4;
inline constexpr std::size_t Dram = 3;
// [0] registers to [3] DRAM.
using Mapping = std::array<Level, Levels>;

// BadInput names the place and what was expected there.
Result<Mapping> parseMapping(std::string_view text);

using Extents = ByDimension<std::int64_t>;

// P, R and the stride and dilation of columns belong together, Q, S and those of rows. A matrix product of M x
// C and C x K is P = M, Q = R = S = 1.
struct MappedLayer {
    Extents extents{};
    std::int64_t strideColumns = 1, strideRows = 1, dilationColumns = 1, dilationRows = 1;
    Mapping mapping;
    // Derived by check():
    Extents tile{};              // that the scratchpad and the levels below hold at a time
    std::vector<Loop> outer;     // the loops around it in DRAM that count more than 1, outermost first
    std::int64_t iterations = 1; // of these

    // Columns of the input that so many outputs need: (outputs - 1) * stride + (filter - 1) * dilation + 1.
    double inputColumns(std::int64_t outputs, std::int64_t filter) const;
    double inputRows(std::int64_t outputs, std::int64_t filter) const;
};

// Fills in what is derived. BadInput where extents are not within 1 to ExtentLimit, where the loops do not
// cover a dimension, or where they do more than MacLimit multiply-accumulates.
Result<void> check(MappedLayer& layer);

} // namespace edgewright::cost::mapped
