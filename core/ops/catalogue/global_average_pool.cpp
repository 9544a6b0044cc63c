// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/pool.h"

namespace edgewright::ops {

namespace {

Result<void> run(KernelContext& context) {
    return runGlobalPool(context, [sum = kernels::table().elementwise->sum](const float* plane, std::int64_t elements) {
        return sum(plane, elements) / static_cast<float>(elements);
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
