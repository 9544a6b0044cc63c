// SPDX-License-Identifier: GPL-3.0-or-later
// The integer depthwise convolution: a channel is copied with its padding around it, and convolved from there.
// Where lines are short, all of them are one line, of which some results are no output.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/padded_codes.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

namespace {

// Filters that kernels take several lines of at once, however short these are.
bool isSquare(const Geometry& g) {
    const auto &h = g.axes[1], &w = g.axes[2];
    const std::int64_t size = h.window.kernel;
    return (size == 3 || size == 5 || size == 7) && w.window.kernel == size && h.out >= 4 &&
           h.window.stride == w.window.stride && h.window.dilation == 1 && w.window.dilation == 1;
}

// True if all lines are convolved as one, of which a vector makes as many results as it has lanes.
bool areOneLine(const Geometry& g, std::int64_t outWidth, std::int64_t lanes) {
    const auto &h = g.axes[1], &w = g.axes[2];
    // Vectors, and what comes with them: the end of a line's sums, a copy of its outputs, or that of four lines
    // of a vector each. As measured.
    const std::int64_t vectors = ceilDiv(w.out, lanes);
    const std::int64_t alone = isSquare(g) ? 18 * ceilDiv(h.out, 4) * vectors : h.out * (4 * vectors + 6);
    const std::int64_t joined = 5 * ceilDiv((h.out - 1) * outWidth + w.out, lanes) + 2 * h.out;
    return h.out > 1 && joined < alone;
}

} // namespace

bool suitsLines(const IntegerJob& job) {
    const auto& [d, h, w] = job.geometry.axes;
    if (job.channels != 1 || job.perGroup > 4 || (job.group == 1 && job.perGroup > 1)) return false;
    if (d.window.kernel != 1 || d.in != 1 || d.out != 1 || d.window.padBegin != 0) return false;
    if (w.window.stride > 2 || h.out < 1 || w.out < 1) return false;
    return PaddedPlane(job.geometry).isModest(job.geometry, h.window.stride);
}

Result<void> convolveByLines(KernelContext& context, const IntegerJob& job) {
    const kernels::IntegerTiles& tiles = *job.filter->tiles;
    const Geometry& g = job.geometry;
    const auto &h = g.axes[1], &w = g.axes[2];
    // Results of a line, whether they are outputs or not.
    const std::int64_t outWidth = PaddedPlane(g).width / w.window.stride;
    const bool together = areOneLine(g, outWidth, tiles.columns / 2);
    const PaddedCodes lines(job, together ? h.window.stride : 1);
    const std::int64_t planes = job.batch * job.group; // of the input
    const std::int64_t inPlane = g.inPlane(), outPlane = g.outPlane();
    const bool codes = job.target.codes != nullptr;
    const std::int64_t size = codes ? 1 : 4;
    const int wanted = usefulThreads(context.threads(), planes * outPlane * g.taps() / 10, planes);
    const std::int64_t strip = context.parameters().strip;
    const std::int64_t share = strip > 0 ? std::min(strip, planes) // planes of a task
                                         : std::clamp<std::int64_t>(planes / (4 * wanted), 1, 64);
    const std::int64_t tasks = ceilDiv(planes, share);
    const int threads = static_cast<int>(std::min<std::int64_t>(wanted, tasks));
    // Each worker, twice: padded codes, results of lines together. What was just written is slow to read, so
    // that each plane is copied a plane ahead, and its results a plane later.
    const auto rounded = [](std::int64_t count) { return ceilDiv(count, 64) * 64; };
    const std::int64_t paddedBytes = rounded(lines.bytes() + kernels::PlaneSlack);
    const std::int64_t results = together ? h.out * outWidth : 0; // of an output plane
    const std::int64_t resultBytes = rounded(results * job.perGroup * size);
    const auto worker = checkedMul(paddedBytes + resultBytes, 2);
    const auto bytes = worker ? checkedMul(*worker, threads) : std::nullopt;
    if (!bytes) return badInput(say("the convolution is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    for (int i = 0; i < threads; ++i)
        std::memset(memory.data() + i * *worker, job.padding ^ job.x.flip,
                    static_cast<std::size_t>(2 * paddedBytes));

    const auto place = [&](std::int64_t plane, std::uint8_t* padded) {
        lines.copy(job.x.data + plane * inPlane, padded);
    };
    const auto convolve = [&](std::int64_t plane, const std::uint8_t* padded, std::byte* made) {
        kernels::IntegerPlane each = lines.convolution(job.batch == 1 ? plane : plane % job.group);
        each.codes = padded;
        if (together) {
            each.lines = 1;
            each.n = (h.out - 1) * outWidth + w.out;
            each.target = job.target;
            each.target.codes = codes ? reinterpret_cast<std::uint8_t*>(made) : nullptr;
            each.target.sums = codes ? nullptr : reinterpret_cast<std::int32_t*>(made);
            each.targetStep = results;
        } else {
            each.target = advanced(job.target, plane * job.perGroup * outPlane);
        }
        tiles.plane(each);
    };
    const auto gather = [&](std::int64_t plane, const std::byte* made) {
        if (!together) return;
        auto* to = codes ? job.target.codes : reinterpret_cast<std::uint8_t*>(job.target.sums);
        for (std::int64_t i = 0; i < job.perGroup; ++i)
            tiles.copyLines(reinterpret_cast<const std::uint8_t*>(made) + i * results * size, outWidth * size,
                            h.out, w.out * size, 0, to + (plane * job.perGroup + i) * outPlane * size,
                            w.out * size);
    };
    parallelFor(threads, tasks, [&](std::int64_t task, int index) {
        std::byte* own = memory.data() + index * *worker;
        auto* padded = reinterpret_cast<std::uint8_t*>(own);
        std::byte* made = own + 2 * paddedBytes;
        const std::int64_t first = task * share, last = std::min(planes, first + share) - 1;
        place(first, padded);
        for (std::int64_t plane = first; plane <= last; ++plane) {
            if (context.run().stopped()) return;
            const std::int64_t odd = (plane - first) % 2;
            if (plane < last) place(plane + 1, padded + (1 - odd) * paddedBytes);
            convolve(plane, padded + odd * paddedBytes, made + odd * resultBytes);
            if (plane > first) gather(plane - 1, made + (1 - odd) * resultBytes);
        }
        gather(last, made + (last - first) % 2 * resultBytes);
    });
    if (context.run().stopped()) return cancelled();
    return {};
}

} // namespace edgewright::ops
