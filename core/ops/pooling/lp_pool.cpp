// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pooling/pool.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops::lp_pool {

namespace {

Result<void> run(KernelContext& context) {
    // An integer since opset 2, a float before.
    const float p = context.node().floatOr("p", static_cast<float>(context.node().intOr("p", 2)));
    if (!(p > 0)) return badInput("p is " + std::to_string(p) + " where a positive number is expected");
    return runPool(context, [p]<typename T>(const Geometry& g, const T* in, T* out) {
        const T exponent = static_cast<T>(p);
        std::fill(out, out + g.outPlane(), T(0));
        slideWindows(g, in, out, [exponent](std::int64_t) {
            return [exponent](T sum, T x) { return sum + std::pow(std::abs(x), exponent); };
        });
        for (std::int64_t i = 0; i < g.outPlane(); ++i)
            out[i] = std::pow(out[i], 1 / exponent);
    });
}

} // namespace

extern const Operator entry{
    .name = "LpPool",
    .category = Category::Pooling,
    .pattern = Pattern::OutFusable,
    .infer = inferPool,
    .run = run,
};

} // namespace edgewright::ops::lp_pool
