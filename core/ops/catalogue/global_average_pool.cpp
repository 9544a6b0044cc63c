// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pool.h"

#include <numeric>

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runGlobalPool(context, [](std::span<const float> plane) {
        return static_cast<float>(std::accumulate(plane.begin(), plane.end(), 0.0) /
                                  static_cast<double>(plane.size()));
    });
}

} // namespace

extern const Operator global_average_pool;
const Operator global_average_pool{.domain = "",
                                   .name = "GlobalAveragePool",
                                   .category = Category::Pooling,
                                   .pattern = Pattern::OutFusable,
                                   .infer = inferGlobalPool,
                                   .run = run};

} // namespace edgewright::ops
