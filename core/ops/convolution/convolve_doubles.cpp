// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions of float64 tensors: rare, so the definition in loops.
#include "core/ops/convolution/convolve.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

// to[output element under tap k of input element o] += weight[k] * from[o], for one pair of planes.
void scatterPlane(const Geometry& geometry, const double* from, const double* weight, double* to) {
    const auto& [d, h, w] = geometry.axes;
    const auto place = [](const Geometry::Axis& axis, std::int64_t o, std::int64_t k) {
        return o * axis.window.stride - axis.window.padBegin + k * axis.window.dilation;
    };
    std::int64_t tap = 0;
    for (std::int64_t kd = 0; kd < d.window.kernel; ++kd)
        for (std::int64_t kh = 0; kh < h.window.kernel; ++kh)
            for (std::int64_t kw = 0; kw < w.window.kernel; ++kw, ++tap)
                for (std::int64_t od = d.first(kd); od < d.last(kd); ++od)
                    for (std::int64_t oh = h.first(kh); oh < h.last(kh); ++oh) {
                        const double* line = from + (od * h.out + oh) * w.out;
                        double* row = to + (place(d, od, kd) * h.in + place(h, oh, kh)) * w.in;
                        for (std::int64_t ow = w.first(kw); ow < w.last(kw); ++ow)
                            row[place(w, ow, kw)] += weight[tap] * line[ow];
                    }
}

} // namespace

Result<void> convolveDoubles(const ConvolutionOf<double>& conv, const RunContext& run) {
    const Geometry& geometry = conv.geometry;
    for (std::int64_t n = 0; n < conv.batch; ++n)
        for (std::int64_t m = 0; m < conv.outChannels; ++m) {
            double* to = conv.output + (n * conv.outChannels + m) * geometry.outPlane();
            std::fill(to, to + geometry.outPlane(), conv.bias ? conv.bias[m] : 0.0);
            const std::int64_t first = m / conv.outPerGroup() * conv.inPerGroup();
            for (std::int64_t c = 0; c < conv.inPerGroup(); ++c) {
                if (run.stopped()) return cancelled();
                const double* taps = conv.weight + (m * conv.inPerGroup() + c) * geometry.taps();
                slideWindows(geometry, conv.input + (n * conv.inChannels + first + c) * geometry.inPlane(), to,
                             [taps](std::int64_t tap) {
                                 return [weight = taps[tap]](double sum, double x) { return sum + weight * x; };
                             });
            }
        }
    return {};
}

Result<void> convolveDoublesTransposed(const ConvolutionOf<double>& conv, const RunContext& run) {
    const Geometry& geometry = conv.geometry;
    for (std::int64_t n = 0; n < conv.batch; ++n)
        for (std::int64_t m = 0; m < conv.outChannels; ++m) {
            double* to = conv.output + (n * conv.outChannels + m) * geometry.inPlane();
            std::fill(to, to + geometry.inPlane(), conv.bias ? conv.bias[m] : 0.0);
            const std::int64_t first = m / conv.outPerGroup() * conv.inPerGroup();
            for (std::int64_t c = first; c < first + conv.inPerGroup(); ++c) {
                if (run.stopped()) return cancelled();
                scatterPlane(geometry, conv.input + (n * conv.inChannels + c) * geometry.outPlane(),
                             conv.weight + (c * conv.outPerGroup() + m % conv.outPerGroup()) * geometry.taps(),
                             to);
            }
        }
    return {};
}

} // namespace edgewright::ops
