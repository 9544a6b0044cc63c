// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/ops/operands/element_type.h"
#include "core/ops/pooling/pool.h"

#include <algorithm>
#include <limits>

namespace edgewright::ops::max_pool {

namespace {

Result<void> infer(InferContext& context) {
    return inferPool(context, context.node().outputs.size() > 1 ? 2 : 1);
}

// Position of a spatial element within its plane: row-major, or with the first axis running fastest.
std::int64_t flatIndex(const Geometry& g, std::int64_t d, std::int64_t h, std::int64_t w, bool columnMajor) {
    if (columnMajor) return (w * g.axes[1].in + h) * g.axes[0].in + d;
    return (d * g.axes[1].in + h) * g.axes[2].in + w;
}

// First and last tap of output `o` inside the input.
std::pair<std::int64_t, std::int64_t> tapsInside(const Geometry::Axis& axis, std::int64_t o) {
    const WindowAxis& w = axis.window;
    const std::int64_t begin = o * w.stride - w.padBegin;
    const std::int64_t first = begin >= 0 ? 0 : (-begin + w.dilation - 1) / w.dilation;
    const std::int64_t last =
        begin >= axis.in ? 0 : std::min(w.kernel, (axis.in - begin + w.dilation - 1) / w.dilation);
    return {first, last};
}

// The maximum of each window and where it stands; the first one of equals.
template <typename T>
void poolWithIndices(const Geometry& g, const T* in, T* out, std::int64_t* indices, std::int64_t base,
                     bool columnMajor) {
    const auto& [d, h, w] = g.axes;
    const auto at = [](const Geometry::Axis& axis, std::int64_t o, std::int64_t k) {
        return o * axis.window.stride - axis.window.padBegin + k * axis.window.dilation;
    };
    for (std::int64_t od = 0; od < d.out; ++od)
        for (std::int64_t oh = 0; oh < h.out; ++oh)
            for (std::int64_t ow = 0; ow < w.out; ++ow) {
                const auto [d0, d1] = tapsInside(d, od);
                const auto [h0, h1] = tapsInside(h, oh);
                const auto [w0, w1] = tapsInside(w, ow);
                T best = std::numeric_limits<T>::lowest();
                std::int64_t where = -1;
                for (std::int64_t kd = d0; kd < d1; ++kd)
                    for (std::int64_t kh = h0; kh < h1; ++kh)
                        for (std::int64_t kw = w0; kw < w1; ++kw) {
                            const std::int64_t id = at(d, od, kd);
                            const std::int64_t ih = at(h, oh, kh);
                            const std::int64_t iw = at(w, ow, kw);
                            const T x = in[(id * h.in + ih) * w.in + iw];
                            if (where >= 0 && !(x > best)) continue;
                            best = x;
                            where = flatIndex(g, id, ih, iw, columnMajor);
                        }
                const std::int64_t o = (od * h.out + oh) * w.out + ow;
                out[o] = best;
                indices[o] = where < 0 ? -1 : base + where;
            }
}

template <typename T>
Result<void> pool(KernelContext& context, const Geometry& g, const ir::Dims& dims, std::span<const T> in,
                  std::span<T> out) {
    std::int64_t* indices = nullptr;
    if (context.wantsOutput(1)) {
        ASSIGN_OR_RETURN(auto second, context.output(1, ir::DataType::Int64, outputDims(g, dims, dims[1])));
        indices = second.template as<std::int64_t>().data();
    }
    if (out.empty()) return {};
    const std::int64_t planes = dims[0] * dims[1];
    if constexpr (std::is_same_v<T, float>) {
        ASSIGN_OR_RETURN(const auto done, indices ? Result<bool>(false)
                                                  : poolPlanes(context, g, PlanePooling::Maximum, planes,
                                                               in.data(), out.data()));
        if (done) return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
    }
    if constexpr (std::is_integral_v<T> && sizeof(T) == 1) {
        const std::uint8_t flip = std::is_signed_v<T> ? 0x80 : 0;
        ASSIGN_OR_RETURN(const auto done, indices ? Result<bool>(false)
                                                  : poolCodes(context, g, planes, flip,
                                                              reinterpret_cast<const std::uint8_t*>(in.data()),
                                                              reinterpret_cast<std::uint8_t*>(out.data())));
        if (done) return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
    }
    const bool columnMajor = context.node().intOr("storage_order", 0) != 0;
    const int threads =
        usefulThreads(context.threads(), static_cast<std::int64_t>(in.size() + out.size()), planes);
    parallelFor(threads, planes, [&](std::int64_t plane, int) {
        if (context.run().stopped()) return;
        const T* from = in.data() + plane * g.inPlane();
        T* to = out.data() + plane * g.outPlane();
        if (indices) {
            poolWithIndices(g, from, to, indices + plane * g.outPlane(), plane * g.inPlane(), columnMajor);
            return;
        }
        std::fill(to, to + g.outPlane(), std::numeric_limits<T>::lowest());
        slideWindows(g, from, to, [](std::int64_t) { return [](T best, T x) { return x > best ? x : best; }; });
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const ir::Tensor& x = *in;
    ASSIGN_OR_RETURN(const auto geometry, poolGeometry(context.node(), x.dims()));
    const ir::Dims outDims = outputDims(geometry, x.dims(), x.dims()[1]);
    if (isHalf(x.dtype())) {
        ASSIGN_OR_RETURN(const auto values, asFloat32(context, x));
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, x.dtype(), outDims));
        RETURN_IF_ERROR(pool<float>(context, geometry, x.dims(), values.as<float>(), out.data()));
        out.finish();
        return {};
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, x.dtype(), outDims));
    return withElementType(x.dtype(), [&]<typename T>(std::type_identity<T>) -> Result<void> {
        return pool<T>(context, geometry, x.dims(), x.as<T>(), out.template as<T>());
    });
}

} // namespace

extern const Operator entry{
    .name = "MaxPool",
    .category = Category::Pooling,
    .pattern = Pattern::OutFusable,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::max_pool
