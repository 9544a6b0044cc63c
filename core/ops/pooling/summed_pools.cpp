// SPDX-License-Identifier: GPL-3.0-or-later
// Sums over windows: their average, their p-norm.
#include "core/ops/pooling/pool.h"

#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace edgewright::ops::summed_pools {

namespace {

Result<void> runAverage(KernelContext& context) {
    const bool padsToo = context.node().intOr("count_include_pad", 0) != 0;
    const auto average = [padsToo]<typename T>(const Geometry& g, const T* in, T* out) {
        std::fill(out, out + g.outPlane(), T(0));
        slideWindows(g, in, out, [](std::int64_t) { return [](T sum, T x) { return sum + x; }; });
        const auto& [d, h, w] = g.axes;
        for (std::int64_t od = 0; od < d.out; ++od)
            for (std::int64_t oh = 0; oh < h.out; ++oh) {
                const std::int64_t slab = countedElements(d, od, padsToo) * countedElements(h, oh, padsToo);
                T* row = out + (od * h.out + oh) * w.out;
                for (std::int64_t ow = 0; ow < w.out; ++ow)
                    row[ow] /=
                        static_cast<T>(std::max<std::int64_t>(1, slab * countedElements(w, ow, padsToo)));
            }
    };
    return runPool(context, average, padsToo ? PlanePooling::AverageWithPads : PlanePooling::Average);
}

Result<void> runNorm(KernelContext& context) {
    // An integer since opset 2, a float before.
    const float p = context.node().floatOr("p", static_cast<float>(context.node().intOr("p", 2)));
    if (!(p > 0)) return badInput(say("p is {1} where a positive number is expected", std::to_string(p)));
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

constexpr Operator row(std::string_view name, RunFunction run) {
    return {.name = name,
            .category = Category::Pooling,
            .pattern = Pattern::OutFusable,
            .infer = [](InferContext& context) { return inferPool(context); },
            .run = run};
}

constexpr std::array Rows{row("AveragePool", runAverage), row("LpPool", runNorm)};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::summed_pools
