// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pooling/pool.h"

#include <algorithm>

namespace edgewright::ops::average_pool {

namespace {

Result<void> run(KernelContext& context) {
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

} // namespace

extern const Operator entry{
    .name = "AveragePool",
    .category = Category::Pooling,
    .pattern = Pattern::OutFusable,
    .infer = inferPool,
    .run = run,
};

} // namespace edgewright::ops::average_pool
