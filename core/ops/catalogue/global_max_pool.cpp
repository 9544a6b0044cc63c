// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/pool.h"

#include <limits>

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runGlobalPool(
        context, [maximum = kernels::table().elementwise->maximum](const float* plane, std::int64_t elements) {
            return elements == 0 ? -std::numeric_limits<float>::infinity() : maximum(plane, elements);
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
