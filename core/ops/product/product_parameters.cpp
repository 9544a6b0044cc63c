// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/gemm.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/parameter_space.h"
#include "core/ops/work.h"

#include <algorithm>

namespace edgewright::ops {

std::vector<std::int64_t> fromTo(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> values{0};
    for (std::int64_t base : {first, 3 * first})
        for (std::int64_t value = base; value > 0 && value <= last; value *= 2)
            values.push_back(value);
    std::ranges::sort(values);
    return values;
}

void addProductAxes(ParameterSpace& space, std::int64_t m, std::int64_t n, std::int64_t k) {
    constexpr std::int64_t MinDepth = 64, MaxDepth = 2048, MaxColumns = 6144, MinRows = 24;
    const kernels::Table& table = kernels::table();
    std::vector<std::int64_t> tiles{0};
    for (int tile = 1; tile < table.tileCount; ++tile)
        tiles.push_back(tile + 1);
    space.axes.push_back({"tile", tiles});
    if (k > MinDepth) space.axes.push_back({"k", fromTo(MinDepth, std::min(2 * k, MaxDepth))});
    const std::int64_t columns = table.gemm->columns;
    if (n > columns) space.axes.push_back({"n", fromTo(columns, std::min(2 * n, MaxColumns))});
    if (m > MinRows) space.axes.push_back({"m", fromTo(MinRows, m)});
}

ParameterSpace productParameters(const NodeWork& work) {
    if (work.inputs.size() < 2 || work.inputs[0].dtype != ir::DataType::Float32 || work.products.size() != 1)
        return {};
    const MatrixProduct& product = work.products.front();
    // Products with a vector read each weight once: nothing is packed, and nothing is cut.
    if (product.m <= 1 || product.n <= 1 || product.k < 1) return {};
    ParameterSpace space;
    addProductAxes(space, product.m, product.n, product.k);
    return space;
}

} // namespace edgewright::ops
