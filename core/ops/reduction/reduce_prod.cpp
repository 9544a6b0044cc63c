// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/wrapping.h"
#include "core/ops/reduction/reduce.h"

namespace edgewright::ops::reduce_prod {

namespace {

struct Prod {
    template <typename W, typename T>
    W start() const {
        return W(1);
    }
    template <typename W>
    W map(W x) const {
        return x;
    }
    template <typename W>
    W join(W a, W b) const {
        return wrappingMul(a, b);
    }
    template <typename W>
    W finish(W joined, std::int64_t) const {
        return joined;
    }
};

Result<void> run(KernelContext& context) { return runReduction(context, Prod()); }

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "ReduceProd",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = inferReduction,
    .run = run,
};

} // namespace edgewright::ops::reduce_prod
