// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/wrapping.h"
#include "core/ops/reduction/reduce.h"

#include <cmath>

namespace edgewright::ops::reduce_l2 {

namespace {

struct L2 {
    static constexpr VectorJoin vectors = VectorJoin::SumOfSquares;

    template <typename W, typename T>
    W start() const {
        return W(0);
    }
    template <typename W>
    W map(W x) const {
        return wrappingMul(x, x);
    }
    template <typename W>
    W join(W a, W b) const {
        return wrappingAdd(a, b);
    }
    template <typename W>
    W finish(W joined, std::int64_t) const {
        if constexpr (std::is_integral_v<W>) // a sum that wrapped around may be negative
            return joined <= 0 ? W(0) : static_cast<W>(std::sqrt(static_cast<double>(joined)));
        else
            return std::sqrt(joined);
    }
};

Result<void> run(KernelContext& context) { return runReduction(context, L2()); }

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ReduceL2",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = inferReduction,
    .run = run,
};

} // namespace edgewright::ops::reduce_l2
