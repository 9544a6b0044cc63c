// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/small_product.h"

#include "core/base/propagate.h"
#include "core/ops/product/product.h"

#include <algorithm>
#include <functional>

namespace edgewright::ops {

bool suitsSmallProduct(const KernelContext& context, const IntegerProduct& product, const IntegerShape& shape,
                       const Requantization& codes) {
    constexpr std::int64_t MaxDepth = (1 << 24) / (255 * 255); // of exact sums
    constexpr std::int64_t MaxExtent = 64, MaxProducts = 64;
    constexpr std::int64_t MaxMacs = 32 * 1024;
    const std::int64_t products = shape.matrices.elements;
    return !context.isConstant(product.bIndex) && !product.bias && !product.transposeA && !product.transposeB &&
           product.aZeros.size() == 1 && product.bZeros.size() == 1 &&
           std::ranges::adjacent_find(codes.multipliers, std::not_equal_to()) == codes.multipliers.end() &&
           !codes.multipliers.empty() && shape.depth >= 1 && shape.depth <= MaxDepth &&
           shape.rows <= MaxExtent && shape.columns <= MaxExtent && products <= MaxProducts &&
           products * shape.rows * shape.columns * shape.depth <= MaxMacs;
}

Result<void> multiplySmall(KernelContext& context, const IntegerProduct& product, const IntegerShape& shape,
                           const Requantization& codes, const kernels::IntegerTarget& target) {
    const std::int64_t m = shape.rows, n = shape.columns, k = shape.depth;
    const std::int64_t results = shape.matrices.elements * m * n;
    if (results == 0) return {};
    const std::int64_t own = multiplyScratch<float>(m, n, k);
    ASSIGN_OR_RETURN(const auto scratch, context.scratchOf<float>(own));
    ASSIGN_OR_RETURN(const auto left, context.scratchOf<float>(product.a->elements()));
    ASSIGN_OR_RETURN(const auto right, context.scratchOf<float>(product.b->elements()));
    ASSIGN_OR_RETURN(const auto sums, context.scratchOf<float>(results));
    const kernels::IntegerTiles& tiles = *kernels::table().integer;
    const auto decode = [&](const ir::Tensor& from, std::int32_t zero, float* to) {
        const std::uint8_t flip = flipOf(from.dtype());
        tiles.decode(from.as<std::uint8_t>().data(), from.elements(), flip, zero + flip, 1, to);
    };
    decode(*product.a, product.aZeros.front(), left.data());
    decode(*product.b, product.bZeros.front(), right.data());
    forEachRun(shape.matrices, [&](std::int64_t at, const auto& offsets, std::int64_t length) {
        for (std::int64_t i = 0; i < length; ++i)
            multiply<float>({left.data() + (offsets[0] + i * shape.matrices.inner(0)) * m * k, k, false},
                            {right.data() + (offsets[1] + i * shape.matrices.inner(1)) * k * n, n, false}, m, n,
                            k, sums.data() + (at + i) * m * n, n, scratch.data());
    });
    kernels::table().elementwise->scaleShift(sums.data(), codes.multipliers.front(), 0, sums.data(), results);
    tiles.encode(sums.data(), results, 1, target);
    return {};
}

} // namespace edgewright::ops
