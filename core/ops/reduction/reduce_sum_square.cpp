// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/wrapping.h"
#include "core/ops/reduction/reduce.h"

namespace edgewright::ops::reduce_sum_square {

namespace {

struct SumSquare {
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
        return joined;
    }
};

Result<void> run(KernelContext& context) { return runReduction(context, SumSquare()); }

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ReduceSumSquare",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = inferReduction,
    .run = run,
};

} // namespace edgewright::ops::reduce_sum_square
