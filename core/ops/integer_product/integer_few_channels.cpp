// SPDX-License-Identifier: GPL-3.0-or-later
// The integer convolution of a few channels, as first layers of networks have: copied with the padding around
// them, and convolved line by line from there.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/padded_codes.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

namespace {

// Lines of a task: of a strip of the input that stays in the cache.
std::int64_t linesOfTask(const Geometry::Axis& h, std::int64_t lineBytes, std::int64_t wanted, int threads) {
    constexpr std::int64_t Cached = 16 * 1024;
    if (wanted > 0) return std::min(wanted, h.out);
    const std::int64_t lines = Cached / (lineBytes * h.window.stride);
    return std::clamp<std::int64_t>(lines, 1, ceilDiv(h.out, threads > 1 ? 4 * threads : 1));
}

} // namespace

bool suitsFewChannels(const IntegerJob& job, const kernels::IntegerTiles& tiles) {
    constexpr std::int64_t MaxOutputs = 64; // more of them are worth panels
    const auto& [d, h, w] = job.geometry.axes;
    if (job.group != 1 || job.perGroup > MaxOutputs || !suitsShifts(job, tiles.depth)) return false;
    if (!d.isTrivial() || w.window.stride > 2 || w.out < tiles.columns || h.out < 1) return false;
    return PaddedPlane(job.geometry).isModest(job.geometry);
}

Result<void> convolveFewChannels(KernelContext& context, const IntegerJob& job) {
    const IntegerFilter& filter = *job.filter;
    const Geometry& g = job.geometry;
    const auto &h = g.axes[1], &w = g.axes[2];
    const PaddedCodes padded(job, 1);
    const kernels::IntegerPlane all = padded.convolution(0);
    const auto bytes = checkedAdd(checkedMul(job.channels, padded.bytes()).value_or(-1), kernels::PlaneSlack);
    if (!bytes || *bytes < kernels::PlaneSlack) return badInput(say("the convolution is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    auto* codes = reinterpret_cast<std::uint8_t*>(memory.data());
    std::memset(codes, job.padding ^ job.x.flip, static_cast<std::size_t>(*bytes));

    const int threads =
        usefulThreads(context.threads(), job.perGroup * g.outPlane() * filter.stride / 8, h.out);
    const std::int64_t strip =
        linesOfTask(h, job.channels * padded.width(), context.parameters().strip, threads);
    for (std::int64_t image = 0; image < job.batch; ++image) {
        if (context.run().stopped()) return cancelled();
        for (std::int64_t channel = 0; channel < job.channels; ++channel)
            padded.copy(job.x.data + (image * job.channels + channel) * g.inPlane(),
                        codes + channel * padded.bytes());
        parallelFor(threads, ceilDiv(h.out, strip), [&](std::int64_t task, int) {
            const std::int64_t line = task * strip;
            kernels::IntegerPlane each = all;
            each.codes = codes + line * all.lineStep;
            each.lines = std::min(strip, h.out - line);
            each.target = advanced(job.target, image * job.perGroup * g.outPlane() + line * w.out);
            if (!context.run().stopped()) filter.tiles->plane(each);
        });
    }
    if (context.run().stopped()) return cancelled();
    return {};
}

} // namespace edgewright::ops
