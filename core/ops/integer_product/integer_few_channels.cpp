// SPDX-License-Identifier: GPL-3.0-or-later
// The integer convolution of a few channels, as first layers of networks have: copied with the padding around
// them, and convolved line by line from there.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/integer_filter.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

namespace {

std::int64_t paddedExtent(const Geometry::Axis& axis) {
    return (axis.out - 1) * axis.window.stride + axis.window.reach();
}

// Lines of a task: of a strip of the input that stays in the cache.
std::int64_t linesOfTask(const Geometry::Axis& h, std::int64_t lineBytes, std::int64_t wanted, int threads) {
    constexpr std::int64_t Cached = 16 * 1024;
    if (wanted > 0) return std::min(wanted, h.out);
    const std::int64_t lines = Cached / (lineBytes * h.window.stride);
    return std::clamp<std::int64_t>(lines, 1, ceilDiv(h.out, threads > 1 ? 4 * threads : 1));
}

} // namespace

bool suitsFewChannels(const Geometry& geometry, std::int64_t group, std::int64_t channels,
                      std::int64_t perGroup, const kernels::IntegerTiles& tiles) {
    constexpr std::int64_t MaxOutputs = 64; // more of them are worth panels
    const auto& [d, h, w] = geometry.axes;
    if (group != 1 || perGroup > MaxOutputs || !suitsShifts(geometry, channels, tiles.depth)) return false;
    if (!d.isTrivial() || w.window.stride > 2 || w.out < tiles.columns || h.out < 1) return false;
    // The padding may not be much larger than the planes.
    const auto padded = checkedMul(paddedExtent(h), paddedExtent(w));
    return padded && *padded <= 4 * (geometry.inPlane() + geometry.outPlane()) + 65536 &&
           h.window.padBegin <= paddedExtent(h) && w.window.padBegin <= paddedExtent(w);
}

Result<void> convolveFewChannels(KernelContext& context, const IntegerJob& job) {
    const IntegerFilter& filter = *job.filter;
    const kernels::IntegerTiles& tiles = *filter.tiles;
    const Geometry& g = job.geometry;
    const auto &h = g.axes[1], &w = g.axes[2];
    const std::int64_t width = paddedExtent(w), height = paddedExtent(h);
    const auto bytes = checkedAdd(checkedMul(job.channels, width * height).value_or(-1), kernels::PlaneSlack);
    if (!bytes || *bytes < kernels::PlaneSlack) return badInput(say("the convolution is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    auto* padded = reinterpret_cast<std::uint8_t*>(memory.data());
    std::memset(padded, job.padding ^ job.x.flip, static_cast<std::size_t>(*bytes));

    std::vector<std::int64_t> rows; // [kernel row][channel]
    for (std::int64_t q = 0; q < h.window.kernel; ++q)
        for (std::int64_t channel = 0; channel < job.channels; ++channel)
            rows.push_back((channel * height + q * h.window.dilation) * width);
    kernels::IntegerPlane common{};
    common.rows = rows.data();
    common.lineStep = h.window.stride * width;
    common.step = w.window.stride;
    common.kernelHeight = static_cast<std::int64_t>(rows.size());
    common.kernelWidth = w.window.kernel;
    common.dilation = w.window.dilation;
    common.n = w.out;
    common.channels = job.perGroup;
    common.weights = filter.units.as<std::uint32_t>().data();
    common.weightStride = filter.stride;
    common.terms = job.terms.data();
    common.ones = filter.ones.as<std::uint32_t>().data();
    common.factors = job.factors.empty() ? nullptr : job.factors.data();
    common.scales = job.multipliers.empty() ? nullptr : job.multipliers.data();
    common.targetStep = g.outPlane();

    const int threads =
        usefulThreads(context.threads(), job.perGroup * g.outPlane() * filter.stride / 8, h.out);
    const std::int64_t strip = linesOfTask(h, job.channels * width, context.parameters().strip, threads);
    const std::int64_t copied = std::min(w.in, width - w.window.padBegin);
    const std::int64_t copiedLines = std::min(h.in, height - h.window.padBegin);
    for (std::int64_t image = 0; image < job.batch; ++image) {
        if (context.run().stopped()) return cancelled();
        for (std::int64_t channel = 0; channel < job.channels && copied > 0 && copiedLines > 0; ++channel)
            tiles.copyLines(job.x.data + (image * job.channels + channel) * g.inPlane(), w.in, copiedLines,
                            copied, job.x.flip,
                            padded + (channel * height + h.window.padBegin) * width + w.window.padBegin, width);
        parallelFor(threads, ceilDiv(h.out, strip), [&](std::int64_t task, int) {
            const std::int64_t line = task * strip;
            kernels::IntegerPlane each = common;
            each.codes = padded + line * common.lineStep;
            each.lines = std::min(strip, h.out - line);
            each.target = advanced(job.target, image * job.perGroup * g.outPlane() + line * w.out);
            if (!context.run().stopped()) tiles.plane(each);
        });
    }
    if (context.run().stopped()) return cancelled();
    return {};
}

} // namespace edgewright::ops
