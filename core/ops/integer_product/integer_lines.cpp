// SPDX-License-Identifier: GPL-3.0-or-later
// The integer depthwise convolution: a channel is copied with its padding around it, and convolved from there.
// Where lines are short, all of them are one line, of which some results are no output.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/integer_filter.h"
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

struct Lines {
    std::int64_t width; // of the padded plane, a multiple of the stride
    std::int64_t height;
    std::int64_t outWidth; // results of a line, whether they are outputs or not
    bool together;         // lines are convolved as one
    // Rows of the padded plane that are so far apart follow each other, so that outputs of all lines do.
    std::int64_t phases = 1, phaseRows;

    // A vector makes as many results as it has lanes.
    Lines(const Geometry& g, std::int64_t lanes) {
        const auto& [d, h, w] = g.axes;
        width = ceilDiv((w.out - 1) * w.window.stride + w.window.reach(), w.window.stride) * w.window.stride;
        height = (h.out - 1) * h.window.stride + h.window.reach();
        outWidth = width / w.window.stride;
        // Vectors, and what comes with them: the end of a line's sums, a copy of its outputs, or that of four
        // lines of a vector each. As measured.
        const std::int64_t vectors = ceilDiv(w.out, lanes);
        const std::int64_t alone = isSquare(g) ? 18 * ceilDiv(h.out, 4) * vectors : h.out * (4 * vectors + 6);
        const std::int64_t joined = 5 * ceilDiv((h.out - 1) * outWidth + w.out, lanes) + 2 * h.out;
        together = h.out > 1 && joined < alone;
        if (together) phases = h.window.stride;
        phaseRows = ceilDiv(height, phases);
    }
    std::int64_t placeOf(std::int64_t row) const { return (row % phases * phaseRows + row / phases) * width; }
    std::int64_t paddedBytes() const { return phases * phaseRows * width; }
};

} // namespace

bool suitsLines(const Geometry& geometry, std::int64_t group, std::int64_t channels, std::int64_t perGroup) {
    const auto& [d, h, w] = geometry.axes;
    if (channels != 1 || perGroup > 4 || (group == 1 && perGroup > 1)) return false;
    if (d.window.kernel != 1 || d.in != 1 || d.out != 1 || d.window.padBegin != 0) return false;
    if (w.window.stride > 2 || h.out < 1 || w.out < 1) return false;
    // The padded plane may not be much larger than what goes in and comes out.
    const Lines lines(geometry, 1);
    const auto padded = checkedMul(lines.width, checkedAdd(lines.height, h.window.stride).value_or(-1));
    return padded && *padded >= 0 && *padded <= 4 * (geometry.inPlane() + geometry.outPlane()) + 65536 &&
           h.window.padBegin <= lines.height && w.window.padBegin <= lines.width;
}

Result<void> convolveByLines(KernelContext& context, const IntegerJob& job) {
    const IntegerFilter& filter = *job.filter;
    const kernels::IntegerTiles& tiles = *filter.tiles;
    const Geometry& g = job.geometry;
    const auto &h = g.axes[1], &w = g.axes[2];
    const Lines lines(g, tiles.columns / 2);
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
    const std::int64_t paddedBytes = rounded(lines.paddedBytes() + kernels::PlaneSlack);
    const std::int64_t results = lines.together ? h.out * lines.outWidth : 0; // of an output plane
    const std::int64_t resultBytes = rounded(results * job.perGroup * size);
    const auto worker = checkedMul(paddedBytes + resultBytes, 2);
    const auto bytes = worker ? checkedMul(*worker, threads) : std::nullopt;
    if (!bytes) return badInput(say("the convolution is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    for (int i = 0; i < threads; ++i)
        std::memset(memory.data() + i * *worker, job.padding ^ job.x.flip,
                    static_cast<std::size_t>(2 * paddedBytes));

    std::vector<std::int64_t> rows;
    for (std::int64_t q = 0; q < h.window.kernel; ++q)
        rows.push_back(lines.placeOf(q * h.window.dilation));
    kernels::IntegerPlane common{};
    common.rows = rows.data();
    common.lineStep = h.window.stride * lines.width;
    common.step = w.window.stride;
    common.kernelHeight = h.window.kernel;
    common.kernelWidth = w.window.kernel;
    common.dilation = w.window.dilation;
    common.lines = lines.together ? 1 : h.out;
    common.n = lines.together ? (h.out - 1) * lines.outWidth + w.out : w.out;

    const std::int64_t copied = std::min(w.in, lines.width - w.window.padBegin);
    const std::int64_t copiedLines = std::min(h.in, lines.height - h.window.padBegin);
    struct Copy { // of every phases-th line
        std::int64_t from, lines, to;
    };
    std::vector<Copy> copies;
    for (std::int64_t i = 0; copied > 0 && i < std::min(lines.phases, copiedLines); ++i)
        copies.push_back({i * w.in, ceilDiv(copiedLines - i, lines.phases),
                          lines.placeOf(h.window.padBegin + i) + w.window.padBegin});
    const auto place = [&](std::int64_t plane, std::uint8_t* padded) {
        const std::uint8_t* from = job.x.data + plane * inPlane;
        for (const Copy& each : copies)
            tiles.copyLines(from + each.from, lines.phases * w.in, each.lines, copied, job.x.flip,
                            padded + each.to, lines.width);
    };
    const auto convolve = [&](std::int64_t plane, const std::uint8_t* padded, std::byte* made) {
        kernels::IntegerPlane each = common;
        each.codes = padded;
        const std::int64_t first = (job.batch == 1 ? plane : plane % job.group) * job.perGroup;
        const auto at = static_cast<std::size_t>(first);
        each.channels = job.perGroup;
        each.weights = filter.units.as<std::uint32_t>().data() + first * filter.stride;
        each.weightStride = filter.stride;
        each.terms = job.terms.data() + at;
        each.ones = filter.ones.as<std::uint32_t>().data();
        each.factors = job.factors.empty() ? nullptr : job.factors.data() + at;
        each.scales = codes ? job.multipliers.data() + at : nullptr;
        each.target = job.target;
        if (lines.together) {
            each.target.codes = codes ? reinterpret_cast<std::uint8_t*>(made) : nullptr;
            each.target.sums = codes ? nullptr : reinterpret_cast<std::int32_t*>(made);
        } else {
            each.target = advanced(each.target, plane * job.perGroup * outPlane);
        }
        each.targetStep = lines.together ? results : outPlane;
        tiles.plane(each);
    };
    const auto gather = [&](std::int64_t plane, const std::byte* made) {
        if (!lines.together) return;
        auto* to = codes ? job.target.codes : reinterpret_cast<std::uint8_t*>(job.target.sums);
        for (std::int64_t i = 0; i < job.perGroup; ++i)
            tiles.copyLines(reinterpret_cast<const std::uint8_t*>(made) + i * results * size,
                            lines.outWidth * size, h.out, w.out * size, 0,
                            to + (plane * job.perGroup + i) * outPlane * size, w.out * size);
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
