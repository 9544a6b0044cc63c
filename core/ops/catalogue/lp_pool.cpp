// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pool.h"

#include <algorithm>
#include <cmath>

namespace edgewright::ops {

namespace {

Result<void> infer(InferContext& context) { return inferPool(context); }

Result<void> run(KernelContext& context) {
    // An integer since opset 2, a float before.
    const float p = context.node().floatOr("p", static_cast<float>(context.node().intOr("p", 2)));
    if (!(p > 0)) return badInput("p is " + std::to_string(p) + " where a positive number is expected");
    return runPool(context, [p](const Geometry& g, const float* in, float* out) {
        std::fill(out, out + g.outPlane(), 0.0f);
        slideWindows(g, in, out, [p](std::int64_t) {
            return [p](float sum, float x) { return sum + std::pow(std::abs(x), p); };
        });
        for (std::int64_t i = 0; i < g.outPlane(); ++i)
            out[i] = std::pow(out[i], 1.0f / p);
    });
}

} // namespace

extern const Operator lp_pool;
const Operator lp_pool{.domain = "",
                       .name = "LpPool",
                       .category = Category::Pooling,
                       .pattern = Pattern::OutFusable,
                       .infer = infer,
                       .run = run};

} // namespace edgewright::ops
