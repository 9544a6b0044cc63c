// SPDX-License-Identifier: GPL-3.0-or-later
// The integer depthwise convolution. A channel is copied with its padding around it, then units of neighbouring
// kernel rows are made of it: every output line, and several lines in one go, is a sum of shifted units.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ops/integer_product/integer_filter.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <cstring>

namespace edgewright::ops {

namespace {

struct Lines {
    std::int64_t width; // of the padded plane, a multiple of the stride
    std::int64_t height;
    std::int64_t outWidth; // of its lines' results, some of which are no output
    std::int64_t unitRows; // units over the kernel's rows
    std::int64_t band;     // output lines at a time
    std::int64_t bandUnits;

    Lines(const Geometry& g, std::int64_t depth) {
        const auto& [d, h, w] = g.axes;
        width = ceilDiv((w.out - 1) * w.window.stride + w.window.reach(), w.window.stride) * w.window.stride;
        height = (h.out - 1) * h.window.stride + h.window.reach();
        outWidth = width / w.window.stride;
        unitRows = ceilDiv(h.window.kernel, depth);
        constexpr std::int64_t cached = 8192; // units
        band = std::clamp<std::int64_t>(cached / (width * unitRows), 1, h.out);
        bandUnits = band * width;
    }
};

// memcpy of a line: few bytes mostly, where the call costs more than the copy. Overlapping pieces, the last one
// ending at the end.
template <std::size_t Piece>
void copyPieces(std::byte* to, const std::byte* from, std::size_t bytes) {
    for (std::size_t at = 0; at + Piece <= bytes; at += Piece)
        std::memcpy(to + at, from + at, Piece);
    std::memcpy(to + bytes - Piece, from + bytes - Piece, Piece);
}

void copyLine(void* target, const void* source, std::int64_t count) {
    auto* to = static_cast<std::byte*>(target);
    const auto* from = static_cast<const std::byte*>(source);
    const auto bytes = static_cast<std::size_t>(count);
    if (bytes >= 16)
        copyPieces<16>(to, from, bytes);
    else if (bytes >= 8)
        copyPieces<8>(to, from, bytes);
    else if (bytes >= 4)
        copyPieces<4>(to, from, bytes);
    else
        for (std::size_t i = 0; i < bytes; ++i)
            to[i] = from[i];
}

} // namespace

bool suitsLines(const Geometry& geometry, std::int64_t group, std::int64_t channels, std::int64_t perGroup) {
    const auto& [d, h, w] = geometry.axes;
    if (channels != 1 || perGroup > 4 || (group == 1 && perGroup > 1)) return false;
    if (d.window.kernel != 1 || d.in != 1 || d.out != 1 || d.window.padBegin != 0) return false;
    if (w.window.stride > 2 || h.out < 1 || w.out < 1) return false;
    // The padded plane may not be much larger than what goes in and comes out.
    const Lines lines(geometry, 1);
    const auto padded = checkedMul(lines.width, lines.height);
    return padded && *padded <= 4 * (geometry.inPlane() + geometry.outPlane()) + 65536 &&
           h.window.padBegin <= lines.height && w.window.padBegin <= lines.width;
}

Result<void> convolveByLines(KernelContext& context, const IntegerJob& job) {
    const IntegerFilter& filter = *job.filter;
    const kernels::IntegerTiles& tiles = *filter.tiles;
    const Geometry& g = job.geometry;
    const auto &h = g.axes[1], &w = g.axes[2];
    const Lines lines(g, tiles.depth);
    std::vector<std::int64_t> offsets;
    for (std::int64_t q = 0; q < lines.unitRows; ++q)
        for (std::int64_t kw = 0; kw < w.window.kernel; ++kw)
            offsets.push_back(q * lines.bandUnits + kw * w.window.dilation);

    const std::int64_t tasks = job.batch * job.group;
    const std::int64_t outPlane = g.outPlane();
    const int threads = usefulThreads(context.threads(), tasks * outPlane * g.taps() / 10, tasks);
    // Each worker: padded codes, units and a vector of slack, results of a band.
    const bool whole = lines.outWidth == w.out;
    const auto rounded = [](std::int64_t count) { return ceilDiv(count, 64) * 64; };
    const std::int64_t paddedBytes = rounded(lines.width * lines.height);
    const std::int64_t unitBytes = rounded((lines.unitRows * lines.bandUnits + 2 * tiles.columns) * 4);
    const std::int64_t bandBytes = whole ? 0 : rounded(lines.band * lines.outWidth * 4);
    const std::int64_t worker = paddedBytes + unitBytes + bandBytes;
    const auto bytes = checkedMul(worker, threads);
    if (!bytes) return badInput("the convolution is too large");
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    for (int i = 0; i < threads; ++i)
        std::memset(memory.data() + i * worker, job.padding, static_cast<std::size_t>(paddedBytes));

    const std::int64_t copied = std::min(w.in, lines.width - w.window.padBegin);
    const std::int64_t copiedLines = std::min(h.in, lines.height - h.window.padBegin);
    const bool codes = job.target.codes != nullptr;
    parallelFor(threads, tasks, [&](std::int64_t task, int index) {
        if (context.run().stopped()) return;
        std::byte* own = memory.data() + index * worker;
        auto* padded = reinterpret_cast<std::uint8_t*>(own);
        auto* units = reinterpret_cast<std::uint32_t*>(own + paddedBytes);
        std::byte* results = own + paddedBytes + unitBytes;
        const std::uint8_t* from = job.x.data + task * g.inPlane();
        for (std::int64_t i = 0; i < copiedLines && copied > 0; ++i)
            copyLine(padded + (h.window.padBegin + i) * lines.width + w.window.padBegin, from + i * w.in,
                     copied);
        const std::int64_t group = task % job.group;
        for (std::int64_t line = 0; line < h.out; line += lines.band) {
            const std::int64_t count = std::min(lines.band, h.out - line);
            for (std::int64_t q = 0; q < lines.unitRows; ++q) {
                const std::int64_t rows =
                    std::min<std::int64_t>(tiles.depth, h.window.kernel - q * tiles.depth);
                const std::int64_t tap = q * tiles.depth * h.window.dilation;
                const std::int64_t together = h.window.stride == 1 ? count : 1;
                for (std::int64_t i = 0; i < count; i += together)
                    tiles.interleave(padded + ((line + i) * h.window.stride + tap) * lines.width,
                                     h.window.dilation * lines.width, rows, together * lines.width, job.x.flip,
                                     units + q * lines.bandUnits + i * lines.width, 0);
            }
            for (std::int64_t each = 0; each < job.perGroup; ++each) {
                const std::int64_t channel = group * job.perGroup + each;
                const auto at = static_cast<std::size_t>(channel);
                kernels::IntegerLine sum{};
                sum.units = units;
                sum.offsets = offsets.data();
                sum.step = w.window.stride;
                sum.weights = filter.units.as<std::uint32_t>().data() + channel * filter.stride;
                sum.taps = static_cast<std::int64_t>(offsets.size());
                sum.n = (count - 1) * lines.outWidth + w.out;
                sum.term = job.terms[at];
                if (!job.factors.empty() && job.factors[at] != 0) {
                    sum.ones = filter.ones.as<std::uint32_t>().data();
                    sum.factor = job.factors[at];
                }
                if (codes) sum.scale = job.multipliers[at];
                const std::int64_t first = (task * job.perGroup + each) * outPlane + line * w.out;
                sum.target = advanced(job.target, first);
                if (!whole) {
                    sum.target.codes = codes ? reinterpret_cast<std::uint8_t*>(results) : nullptr;
                    sum.target.sums = codes ? nullptr : reinterpret_cast<std::int32_t*>(results);
                }
                tiles.line(sum);
                if (whole) continue;
                const std::int64_t size = codes ? 1 : 4;
                auto* to = codes ? reinterpret_cast<std::byte*>(job.target.codes)
                                 : reinterpret_cast<std::byte*>(job.target.sums);
                for (std::int64_t i = 0; i < count; ++i)
                    copyLine(to + (first + i * w.out) * size, results + i * lines.outWidth * size,
                             w.out * size);
            }
        }
    });
    if (context.run().stopped()) return cancelled();
    return {};
}

} // namespace edgewright::ops
