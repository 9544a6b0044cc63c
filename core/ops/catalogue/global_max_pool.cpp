// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pool.h"

#include <limits>

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runGlobalPool(context, [](std::span<const float> plane) {
        float best = -std::numeric_limits<float>::infinity();
        for (const float x : plane)
            best = x > best ? x : best;
        return best;
    });
}

} // namespace

extern const Operator global_max_pool;
const Operator global_max_pool{.domain = "",
                               .name = "GlobalMaxPool",
                               .category = Category::Pooling,
                               .pattern = Pattern::OutFusable,
                               .infer = inferGlobalPool,
                               .run = run};

} // namespace edgewright::ops
