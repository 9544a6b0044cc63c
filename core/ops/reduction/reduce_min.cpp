// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/reduction/reduce.h"

#include <limits>

namespace edgewright::ops::reduce_min {

namespace {

struct Min {
    template <typename W, typename T>
    W start() const {
        return std::numeric_limits<T>::has_infinity ? static_cast<W>(std::numeric_limits<T>::infinity())
                                                    : static_cast<W>(std::numeric_limits<T>::max());
    }
    template <typename W>
    W map(W x) const {
        return x;
    }
    template <typename W>
    W join(W a, W b) const {
        return b < a ? b : a;
    }
    template <typename W>
    W finish(W joined, std::int64_t) const {
        return joined;
    }
};

Result<void> run(KernelContext& context) { return runReduction(context, Min()); }

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ReduceMin",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = inferReduction,
    .run = run,
};

} // namespace edgewright::ops::reduce_min
