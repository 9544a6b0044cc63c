// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/pooling/pool.h"
#include "core/ops/quantization/codes.h"

#include <algorithm>

namespace edgewright::ops::q_linear_average_pool {

namespace {

// x, x_scale, x_zero_point, y_scale, y_zero_point.
Result<void> infer(InferContext& context) {
    if (context.node().intOr("channels_last", 0) != 0)
        return unsupported("channels_last is not supported here");
    return inferPool(context);
}

// The mean of the dequantized elements under each window, in float32.
void averagePlane(const Geometry& g, const float* in, bool countPadding, float* out) {
    const auto& [d, h, w] = g.axes;
    // Taps of one axis at output position `at` that lie inside the input, or inside the padded input.
    const auto taps = [](const Geometry::Axis& axis, std::int64_t at, std::int64_t low, std::int64_t high) {
        std::int64_t count = 0;
        for (std::int64_t k = 0; k < axis.window.kernel; ++k) {
            const std::int64_t i = at * axis.window.stride - axis.window.padBegin + k * axis.window.dilation;
            count += i >= low && i < high;
        }
        return count;
    };
    const auto counted = [&](const Geometry::Axis& axis, std::int64_t at) {
        return countPadding ? taps(axis, at, -axis.window.padBegin, axis.in + axis.window.padEnd)
                            : taps(axis, at, 0, axis.in);
    };
    std::fill_n(out, g.outPlane(), 0.0f);
    slideWindows(g, in, out, [](std::int64_t) { return [](float sum, float x) { return sum + x; }; });
    for (std::int64_t od = 0; od < d.out; ++od)
        for (std::int64_t oh = 0; oh < h.out; ++oh)
            for (std::int64_t ow = 0; ow < w.out; ++ow) {
                const std::int64_t count = counted(d, od) * counted(h, oh) * counted(w, ow);
                *out++ /= static_cast<float>(std::max<std::int64_t>(count, 1));
            }
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (context.node().intOr("channels_last", 0) != 0)
        return unsupported("channels_last is not supported here");
    ASSIGN_OR_RETURN(const auto x, codingOf(context, 1, 2));
    ASSIGN_OR_RETURN(const auto y, codingOf(context, 3, 4));
    ASSIGN_OR_RETURN(const auto range, codeRange(in->dtype()));
    ASSIGN_OR_RETURN(const auto geometry, poolGeometry(context.node(), in->dims()));
    const ir::Dims dims = outputDims(geometry, in->dims(), in->dims()[1]);
    const bool countPadding = context.node().intOr("count_include_pad", 0) != 0;
    return withCodeType(in->dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        ASSIGN_OR_RETURN(auto out, context.output(0, in->dtype(), dims));
        ASSIGN_OR_RETURN(const auto values, context.scratchOf<float>(geometry.inPlane()));
        ASSIGN_OR_RETURN(const auto means, context.scratchOf<float>(geometry.outPlane()));
        const T* from = in->template as<T>().data();
        T* to = out.template as<T>().data();
        const std::int64_t planes = out.elements() == 0 ? 0 : dims[0] * dims[1];
        for (std::int64_t plane = 0; plane < planes; ++plane) {
            if (context.run().stopped()) return cancelled();
            for (float& value : values)
                value = static_cast<float>(*from++ - x.zero) * x.scale;
            averagePlane(geometry, values.data(), countPadding, means.data());
            for (const float mean : means)
                *to++ = static_cast<T>(toCode(mean / y.scale, y.zero, range));
        }
        return {};
    });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "com.microsoft",
    .name = "QLinearAveragePool",
    .category = Category::Pooling,
    .pattern = Pattern::Reduction,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::q_linear_average_pool
