// SPDX-License-Identifier: GPL-3.0-or-later
// The transposed convolution: weights times input pixels give columns, which are added up where they overlap.
#include "core/ops/convolution/convolve.h"

#include "core/base/propagate.h"
#include "core/kernels/gemm.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

constexpr std::int64_t ColumnFloats = std::int64_t(1) << 18; // 1 MiB of columns at a time

// For output pixels [begin, end) of one plane: each stretch inside one output row.
template <typename Visit>
void forEachStretch(const Geometry& g, std::int64_t begin, std::int64_t end, Visit visit) {
    const std::int64_t width = g.axes[2].out;
    for (std::int64_t p = begin; p < end;) {
        const std::int64_t row = p / width;
        const std::int64_t w0 = p - row * width;
        const std::int64_t w1 = std::min(width, w0 + end - p);
        visit(row / g.axes[1].out, row % g.axes[1].out, w0, w1, p - begin);
        p += w1 - w0;
    }
}

// output[..] += columns: row (channel, tap) of a column goes to the place that the tap reads from.
void addColumns(const Geometry& g, const float* columns, std::int64_t channels, std::int64_t begin,
                std::int64_t end, float* output) {
    const auto &d = g.axes[0], &h = g.axes[1], &w = g.axes[2];
    const std::int64_t count = end - begin;
    for (std::int64_t c = 0; c < channels; ++c) {
        float* plane = output + c * g.inPlane();
        for (std::int64_t kd = 0; kd < d.window.kernel; ++kd)
            for (std::int64_t kh = 0; kh < h.window.kernel; ++kh)
                for (std::int64_t kw = 0; kw < w.window.kernel; ++kw, columns += count) {
                    const std::int64_t first = w.first(kw);
                    const std::int64_t last = w.last(kw);
                    forEachStretch(g, begin, end, [&](auto od, auto oh, auto w0, auto w1, auto at) {
                        const std::int64_t id =
                            od * d.window.stride - d.window.padBegin + kd * d.window.dilation;
                        const std::int64_t ih =
                            oh * h.window.stride - h.window.padBegin + kh * h.window.dilation;
                        const std::int64_t a = std::clamp(first, w0, w1);
                        const std::int64_t b = std::clamp(last, a, w1);
                        if (id < 0 || id >= d.in || ih < 0 || ih >= h.in) return;
                        const float* from = columns + at + (a - w0);
                        float* to = plane + (id * h.in + ih) * w.in + a * w.window.stride - w.window.padBegin +
                                    kw * w.window.dilation;
                        for (std::int64_t i = 0; i < b - a; ++i)
                            to[i * w.window.stride] += from[i];
                    });
                }
    }
}

} // namespace

Result<void> convolveTransposed(const Convolution& conv, KernelContext& context) {
    const Geometry& g = conv.geometry;
    const std::int64_t pixels = g.outPlane(); // of the input
    for (std::int64_t i = 0; i < conv.batch * conv.outChannels; ++i)
        std::fill(conv.output + i * g.inPlane(), conv.output + (i + 1) * g.inPlane(),
                  conv.bias ? conv.bias[i % conv.outChannels] : 0.0f);
    const std::int64_t depth = conv.outPerGroup() * g.taps();
    if (conv.batch == 0 || depth == 0 || pixels == 0 || conv.inPerGroup() == 0) return {};
    const std::int64_t block = std::min(pixels, std::max<std::int64_t>(ColumnFloats / depth, 16));
    kernels::Gemm gemm;
    gemm.m = depth, gemm.n = block, gemm.k = conv.inPerGroup();
    gemm.a.stride = depth, gemm.a.transposed = true;
    gemm.b.stride = pixels;
    gemm.cStride = block;
    const std::int64_t columnFloats = kernels::packedColumnsFloats(depth, block);
    // The last block is narrower, which may be cut into larger pieces.
    std::int64_t productFloats = kernels::gemmScratch(gemm, context.threads());
    if (const std::int64_t rest = pixels % block; rest > 0) {
        gemm.n = rest;
        productFloats = std::max(productFloats, kernels::gemmScratch(gemm, context.threads()));
    }
    ASSIGN_OR_RETURN(auto scratch, context.scratch((columnFloats + productFloats) *
                                                   static_cast<std::int64_t>(sizeof(float))));
    float* const columns = reinterpret_cast<float*>(scratch.data());
    gemm.c = columns;
    for (std::int64_t batch = 0; batch < conv.batch; ++batch)
        for (std::int64_t group = 0; group < conv.group; ++group)
            for (std::int64_t begin = 0; begin < pixels; begin += block) {
                if (context.run().stopped()) return cancelled();
                gemm.n = std::min(block, pixels - begin);
                gemm.cStride = gemm.n;
                gemm.a.data = conv.weight + group * conv.inPerGroup() * depth;
                gemm.b.data =
                    conv.input + (batch * conv.inChannels + group * conv.inPerGroup()) * pixels + begin;
                kernels::gemm(gemm, context.threads(), columns + columnFloats);
                addColumns(g, columns, conv.outPerGroup(), begin, begin + gemm.n,
                           conv.output + (batch * conv.outChannels + group * conv.outPerGroup()) * g.inPlane());
            }
    return {};
}

} // namespace edgewright::ops
