// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pooling/pool.h"

#include <cmath>

namespace edgewright::ops::global_lp_pool {

namespace {

Result<void> run(KernelContext& context) {
    // An integer since opset 2, a float before.
    const double p = context.node().floatOr("p", static_cast<float>(context.node().intOr("p", 2)));
    if (!(p > 0)) return badInput("p is " + std::to_string(p) + " where a positive number is expected");
    return runGlobalPool(context, [p]<typename T>(const T* plane, std::int64_t elements) {
        double sum = 0;
        for (std::int64_t i = 0; i < elements; ++i)
            sum += std::pow(std::abs(static_cast<double>(plane[i])), p);
        return static_cast<T>(std::pow(sum, 1 / p));
    });
}

} // namespace

extern const Operator entry;
const Operator entry{.domain = "",
                     .name = "GlobalLpPool",
                     .category = Category::Pooling,
                     .pattern = Pattern::OutFusable,
                     .infer = inferGlobalPool,
                     .run = run};

} // namespace edgewright::ops::global_lp_pool
