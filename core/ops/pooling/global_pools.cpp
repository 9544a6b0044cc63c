// SPDX-License-Identifier: GPL-3.0-or-later
// Each channel's plane as one number.
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/pooling/pool.h"

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace edgewright::ops::global_pools {

namespace {

Result<void> runAverage(KernelContext& context) {
    return runGlobalPool(
        context, [sum = kernels::table().elementwise->sum]<typename T>(const T* plane, std::int64_t elements) {
            if constexpr (std::is_same_v<T, float>)
                return sum(plane, elements) / static_cast<T>(elements);
            else
                return std::accumulate(plane, plane + elements, T(0)) / static_cast<T>(elements);
        });
}

Result<void> runMaximum(KernelContext& context) {
    return runGlobalPool(context, [maximum = kernels::table().elementwise->maximum]<typename T>(
                                      const T* plane, std::int64_t elements) {
        if (elements == 0) return -std::numeric_limits<T>::infinity();
        if constexpr (std::is_same_v<T, float>)
            return maximum(plane, elements);
        else
            return *std::max_element(plane, plane + elements);
    });
}

Result<void> runLp(KernelContext& context) {
    // An integer since opset 2, a float before.
    const double p = context.node().floatOr("p", static_cast<float>(context.node().intOr("p", 2)));
    if (!(p > 0)) return badInput(say("p is {1} where a positive number is expected", std::to_string(p)));
    return runGlobalPool(context, [p]<typename T>(const T* plane, std::int64_t elements) {
        double sum = 0;
        for (std::int64_t i = 0; i < elements; ++i)
            sum += std::pow(std::abs(static_cast<double>(plane[i])), p);
        return static_cast<T>(std::pow(sum, 1 / p));
    });
}

constexpr Operator pool(std::string_view name, RunFunction run, std::int64_t sinceBfloat16 = 1) {
    return {.name = name,
            .category = Category::Pooling,
            .pattern = Pattern::OutFusable,
            .infer = inferGlobalPool,
            .run = run,
            .sinceBfloat16 = sinceBfloat16};
}

constexpr std::array Rows{
    pool("GlobalAveragePool", runAverage, 22),
    pool("GlobalMaxPool", runMaximum),
    pool("GlobalLpPool", runLp),
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::global_pools
