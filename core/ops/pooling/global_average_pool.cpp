// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/pooling/pool.h"

#include <numeric>

namespace edgewright::ops::global_average_pool {

namespace {

Result<void> run(KernelContext& context) {
    return runGlobalPool(
        context, [sum = kernels::table().elementwise->sum]<typename T>(const T* plane, std::int64_t elements) {
            if constexpr (std::is_same_v<T, float>)
                return sum(plane, elements) / static_cast<T>(elements);
            else
                return std::accumulate(plane, plane + elements, T(0)) / static_cast<T>(elements);
        });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "GlobalAveragePool",
    .category = Category::Pooling,
    .pattern = Pattern::OutFusable,
    .infer = inferGlobalPool,
    .run = run,
    .sinceBfloat16 = 22,
};

} // namespace edgewright::ops::global_average_pool
