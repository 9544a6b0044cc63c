// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/pool.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

// Elements that count under output `o` of one axis: those inside the input, or inside the padded input.
std::int64_t counted(const Geometry::Axis& axis, std::int64_t o, bool padsToo) {
    const WindowAxis& w = axis.window;
    const std::int64_t begin = o * w.stride - w.padBegin; // position of tap 0
    const std::int64_t low = padsToo ? -w.padBegin : 0;
    const std::int64_t high = padsToo ? axis.in + w.padEnd : axis.in;
    const std::int64_t first = begin >= low ? 0 : (low - begin + w.dilation - 1) / w.dilation;
    const std::int64_t last =
        begin >= high ? 0 : std::min(w.kernel, (high - begin + w.dilation - 1) / w.dilation);
    return std::max<std::int64_t>(0, last - first);
}

Result<void> infer(InferContext& context) { return inferPool(context); }

Result<void> run(KernelContext& context) {
    const bool padsToo = context.node().intOr("count_include_pad", 0) != 0;
    return runPool(context, [padsToo](const Geometry& g, const float* in, float* out) {
        std::fill(out, out + g.outPlane(), 0.0f);
        slideWindows(g, in, out, [](std::int64_t) { return [](float sum, float x) { return sum + x; }; });
        const auto& [d, h, w] = g.axes;
        for (std::int64_t od = 0; od < d.out; ++od)
            for (std::int64_t oh = 0; oh < h.out; ++oh) {
                const std::int64_t slab = counted(d, od, padsToo) * counted(h, oh, padsToo);
                float* row = out + (od * h.out + oh) * w.out;
                for (std::int64_t ow = 0; ow < w.out; ++ow)
                    row[ow] /= static_cast<float>(std::max<std::int64_t>(1, slab * counted(w, ow, padsToo)));
            }
    });
}

} // namespace

extern const Operator average_pool;
const Operator average_pool{.domain = "",
                            .name = "AveragePool",
                            .category = Category::Pooling,
                            .pattern = Pattern::OutFusable,
                            .infer = infer,
                            .run = run};

} // namespace edgewright::ops
