// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/pooling/pool.h"

#include <limits>

namespace edgewright::ops::global_max_pool {

namespace {

Result<void> run(KernelContext& context) {
    return runGlobalPool(context, [maximum = kernels::table().elementwise->maximum]<typename T>(
                                      const T* plane, std::int64_t elements) {
        if (elements == 0) return -std::numeric_limits<T>::infinity();
        if constexpr (std::is_same_v<T, float>)
            return maximum(plane, elements);
        else
            return *std::max_element(plane, plane + elements);
    });
}

} // namespace

extern const Operator entry;
const Operator entry{.domain = "",
                     .name = "GlobalMaxPool",
                     .category = Category::Pooling,
                     .pattern = Pattern::OutFusable,
                     .infer = inferGlobalPool,
                     .run = run};

} // namespace edgewright::ops::global_max_pool
