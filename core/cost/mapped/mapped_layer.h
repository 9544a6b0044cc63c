// SPDX-License-Identifier: GPL-3.0-or-later
// A convolution or matrix product with the loop nest that it runs in.
#pragma once

#include "core/cost/mapped/mapping_text.h"

namespace edgewright::cost::mapped {

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
