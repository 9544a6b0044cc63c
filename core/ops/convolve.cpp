// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise: a loop over rows. Everything else: columns (im2col, row by row) times weights, in blocks of output
// pixels that stay in the cache.
#include "core/ops/convolve.h"

#include "core/base/checked.h"
#include "core/ops/parallel.h"

#include <Eigen/Core>

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

namespace {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>;
using MutableMap = Eigen::Map<Matrix, 0, Eigen::OuterStride<>>;

constexpr std::int64_t ColumnFloats = std::int64_t(1) << 19; // 2 MiB of columns at a time

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

// columns[k][p - begin] = the input under tap k of output pixel p, for `channels` planes of `input`.
void fillColumns(const Geometry& g, const float* input, std::int64_t channels, std::int64_t begin,
                 std::int64_t end, float* columns) {
    const auto& [d, h, w] = g.axes;
    const std::int64_t count = end - begin;
    for (std::int64_t c = 0; c < channels; ++c) {
        const float* plane = input + c * g.inPlane();
        for (std::int64_t kd = 0; kd < d.window.kernel; ++kd)
            for (std::int64_t kh = 0; kh < h.window.kernel; ++kh)
                for (std::int64_t kw = 0; kw < w.window.kernel; ++kw, columns += count) {
                    const std::int64_t first = w.first(kw);
                    const std::int64_t last = w.last(kw);
                    forEachStretch(g, begin, end, [&](auto od, auto oh, auto w0, auto w1, auto at) {
                        float* to = columns + at;
                        const std::int64_t id =
                            od * d.window.stride - d.window.padBegin + kd * d.window.dilation;
                        const std::int64_t ih =
                            oh * h.window.stride - h.window.padBegin + kh * h.window.dilation;
                        const std::int64_t a = std::clamp(first, w0, w1);
                        const std::int64_t b = std::clamp(last, a, w1);
                        if (id < 0 || id >= d.in || ih < 0 || ih >= h.in || a == b) {
                            std::fill(to, to + (w1 - w0), 0.0f);
                            return;
                        }
                        const float* from = plane + (id * h.in + ih) * w.in + a * w.window.stride -
                                            w.window.padBegin + kw * w.window.dilation;
                        std::fill(to, to + (a - w0), 0.0f);
                        to += a - w0;
                        const std::int64_t length = b - a;
                        if (w.window.stride == 1)
                            std::memcpy(to, from, static_cast<std::size_t>(length) * sizeof(float));
                        else
                            for (std::int64_t i = 0; i < length; ++i)
                                to[i] = from[i * w.window.stride];
                        std::fill(to + length, to + length + (w1 - b), 0.0f);
                    });
                }
    }
}

// input[..] += columns, the transpose of fillColumns.
void addColumns(const Geometry& g, const float* columns, std::int64_t channels, std::int64_t begin,
                std::int64_t end, float* output) {
    const auto& [d, h, w] = g.axes;
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

void fillBias(const Convolution& conv, std::int64_t plane) {
    for (std::int64_t i = 0; i < conv.batch * conv.outChannels; ++i) {
        const float value = conv.bias ? conv.bias[i % conv.outChannels] : 0.0f;
        std::fill(conv.output + i * plane, conv.output + (i + 1) * plane, value);
    }
}

Result<void> depthwise(const Convolution& conv, int threads, const RunContext& run) {
    const Geometry& g = conv.geometry;
    const std::int64_t perGroup = conv.outChannels / conv.group;
    const std::int64_t planes = conv.batch * conv.outChannels;
    const std::int64_t work = planes * g.outPlane() * g.taps() / 4;
    parallelFor(usefulThreads(threads, work, planes), planes, [&](std::int64_t plane, int) {
        if (run.stopped()) return;
        const std::int64_t channel = plane % conv.outChannels;
        const std::int64_t batch = plane / conv.outChannels;
        const float* in = conv.input + (batch * conv.inChannels + channel / perGroup) * g.inPlane();
        const float* weight = conv.weight + channel * g.taps();
        float* out = conv.output + plane * g.outPlane();
        std::fill(out, out + g.outPlane(), conv.bias ? conv.bias[channel] : 0.0f);
        slideWindows(g, in, out, [&](std::int64_t tap) {
            return [factor = weight[tap]](float sum, float x) { return sum + factor * x; };
        });
    });
    return run.stopped() ? Result<void>(cancelled()) : Result<void>();
}

// No columns needed: every output pixel reads the input pixel at the same place.
bool isPointwise(const Geometry& g) {
    return g.taps() == 1 && std::ranges::all_of(g.axes, [](const Geometry::Axis& axis) {
               return axis.window.stride == 1 && axis.window.padBegin == 0 && axis.window.padEnd == 0;
           });
}

} // namespace

Result<void> convolve(const Convolution& conv, int threads, const RunContext& run) {
    const Geometry& g = conv.geometry;
    const std::int64_t pixels = g.outPlane();
    if (conv.batch == 0 || conv.outChannels == 0 || pixels == 0) return {};
    const std::int64_t inPerGroup = conv.inChannels / conv.group;
    const std::int64_t outPerGroup = conv.outChannels / conv.group;
    const std::int64_t depth = inPerGroup * g.taps();
    if (depth == 0) {
        fillBias(conv, pixels);
        return {};
    }
    if (inPerGroup == 1 && conv.group > 1) return depthwise(conv, threads, run);

    const bool pointwise = isPointwise(g);
    const std::int64_t block = std::clamp<std::int64_t>(ColumnFloats / depth, 16, pixels + 16);
    const std::int64_t blocks = ceilDiv(pixels, block);
    const std::int64_t tasks = conv.batch * conv.group * blocks;
    const auto work = checkedMul(conv.batch * conv.outChannels * pixels, depth);
    const int workers = usefulThreads(threads, work.value_or(std::int64_t(1) << 40) / 16, tasks);
    std::vector<ir::Tensor> columns;
    for (int i = 0; i < workers && !pointwise; ++i) {
        auto buffer = ir::Tensor::allocate(ir::DataType::Float32, {depth, std::min(block, pixels)});
        if (!buffer) return std::move(buffer).error();
        columns.push_back(*std::move(buffer));
    }
    parallelFor(workers, tasks, [&](std::int64_t task, int worker) {
        if (run.stopped()) return;
        const std::int64_t begin = task % blocks * block;
        const std::int64_t end = std::min(pixels, begin + block);
        const std::int64_t group = task / blocks % conv.group;
        const std::int64_t batch = task / blocks / conv.group;
        const float* in = conv.input + (batch * conv.inChannels + group * inPerGroup) * g.inPlane();
        const float* right = in + begin;
        std::int64_t stride = pixels;
        if (!pointwise) {
            float* buffer = columns[static_cast<std::size_t>(worker)].as<float>().data();
            fillColumns(g, in, inPerGroup, begin, end, buffer);
            right = buffer;
            stride = end - begin;
        }
        const std::int64_t channel = group * outPerGroup;
        const ConstMap weight(conv.weight + channel * depth, outPerGroup, depth, Eigen::OuterStride<>(depth));
        const ConstMap matrix(right, depth, end - begin, Eigen::OuterStride<>(stride));
        MutableMap out(conv.output + (batch * conv.outChannels + channel) * pixels + begin, outPerGroup,
                       end - begin, Eigen::OuterStride<>(pixels));
        for (std::int64_t m = 0; m < outPerGroup; ++m)
            out.row(m).setConstant(conv.bias ? conv.bias[channel + m] : 0.0f);
        out.noalias() += weight * matrix;
    });
    return run.stopped() ? Result<void>(cancelled()) : Result<void>();
}

Result<void> convolveTransposed(const Convolution& conv, const RunContext& run) {
    const Geometry& g = conv.geometry;
    const std::int64_t pixels = g.outPlane(); // of the input
    fillBias(conv, g.inPlane());
    const std::int64_t inPerGroup = conv.inChannels / conv.group;
    const std::int64_t outPerGroup = conv.outChannels / conv.group;
    const std::int64_t depth = outPerGroup * g.taps();
    if (conv.batch == 0 || depth == 0 || pixels == 0 || inPerGroup == 0) return {};
    const std::int64_t block = std::clamp<std::int64_t>(ColumnFloats / depth, 16, pixels + 16);
    auto columns = ir::Tensor::allocate(ir::DataType::Float32, {depth, std::min(block, pixels)});
    if (!columns) return std::move(columns).error();
    float* buffer = columns->as<float>().data();
    for (std::int64_t batch = 0; batch < conv.batch; ++batch)
        for (std::int64_t group = 0; group < conv.group; ++group)
            for (std::int64_t begin = 0; begin < pixels; begin += block) {
                if (run.stopped()) return cancelled();
                const std::int64_t end = std::min(pixels, begin + block);
                const ConstMap weight(conv.weight + group * inPerGroup * depth, inPerGroup, depth,
                                      Eigen::OuterStride<>(depth));
                const ConstMap in(conv.input + (batch * conv.inChannels + group * inPerGroup) * pixels + begin,
                                  inPerGroup, end - begin, Eigen::OuterStride<>(pixels));
                MutableMap product(buffer, depth, end - begin, Eigen::OuterStride<>(end - begin));
                product.noalias() = weight.transpose() * in;
                addColumns(g, buffer, outPerGroup, begin, end,
                           conv.output + (batch * conv.outChannels + group * outPerGroup) * g.inPlane());
            }
    return {};
}

} // namespace edgewright::ops
