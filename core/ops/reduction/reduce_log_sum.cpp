// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/wrapping.h"
#include "core/ops/reduction/reduce.h"

#include <cmath>

namespace edgewright::ops::reduce_log_sum {

namespace {

struct LogSum {
    template <typename W, typename T>
    W start() const {
        return W(0);
    }
    template <typename W>
    W map(W x) const {
        return x;
    }
    template <typename W>
    W join(W a, W b) const {
        return wrappingAdd(a, b);
    }
    template <typename W>
    W finish(W joined, std::int64_t) const {
        // What has no logarithm has no place among the integers.
        if constexpr (std::is_integral_v<W>)
            return joined <= 0 ? W(0) : static_cast<W>(std::log(static_cast<double>(joined)));
        else
            return std::log(joined);
    }
};

Result<void> run(KernelContext& context) { return runReduction(context, LogSum()); }

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ReduceLogSum",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = inferReduction,
    .run = run,
};

} // namespace edgewright::ops::reduce_log_sum
