// SPDX-License-Identifier: GPL-3.0-or-later
// The general integer convolution where lines are long: the input becomes units with their padding around them,
// and the columns of every product are read from there, one line of outputs at a time. Nothing is gathered.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/convolution/padded_plane.h"
#include "core/ops/integer_product/integer_filter.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

// Units of one image: [group, unit of channels, height, width] with padding.
class UnitImage {
public:
    UnitImage(const IntegerJob& job) : m_job(job), m_tiles(*job.filter->tiles), m_plane(job.geometry) {
        const std::uint32_t code = static_cast<std::uint8_t>(job.padding ^ job.x.flip);
        const std::int64_t last = job.channels - (job.unitsPerPosition() - 1) * m_tiles.depth;
        for (std::int64_t t = 0; t < m_tiles.depth; ++t) {
            m_fill |= code << (32 / m_tiles.depth * t);
            if (t < last) m_lastFill |= code << (32 / m_tiles.depth * t);
        }
    }
    std::int64_t width() const { return m_plane.width; }
    std::int64_t plane() const { return m_plane.size(); }
    std::int64_t tasks() const { return m_job.group * m_job.unitsPerPosition(); }

    // Channels `task` of an image, which begins at `image`.
    void arrange(const std::uint8_t* image, std::int64_t task, std::uint32_t* units) const {
        const auto& [d, h, w] = m_job.geometry.axes;
        const std::int64_t perPosition = m_job.unitsPerPosition();
        const std::int64_t first = task % perPosition * m_tiles.depth;
        const std::int64_t count = std::min<std::int64_t>(m_tiles.depth, m_job.channels - first);
        const std::int64_t inPlane = h.in * w.in;
        const std::uint8_t* from = image + (task / perPosition * m_job.channels + first) * inPlane;
        const std::uint32_t fill = task % perPosition == perPosition - 1 ? m_lastFill : m_fill;
        std::uint32_t* to = units + task * plane();
        const auto& [width, height, left, top, columns, rows] = m_plane;
        for (std::int64_t i = 0; i < height; ++i, to += width) {
            const std::int64_t row = i - top;
            if (row < 0 || row >= rows || columns == 0) {
                std::fill_n(to, width, fill);
                continue;
            }
            std::fill_n(to, left, fill);
            m_tiles.interleave(from + row * w.in, inPlane, count, columns, m_job.x.flip, to + left, 0);
            std::fill(to + left + columns, to + width, fill);
        }
    }

    // Where the columns of each unit of the filter lie, [tap][unit of channels], from those of the first on.
    std::vector<std::int64_t> offsets() const {
        const auto& [d, h, w] = m_job.geometry.axes;
        std::vector<std::int64_t> all;
        for (std::int64_t i = 0; i < h.window.kernel; ++i)
            for (std::int64_t j = 0; j < w.window.kernel; ++j)
                for (std::int64_t unit = 0; unit < m_job.unitsPerPosition(); ++unit)
                    all.push_back(unit * plane() + i * h.window.dilation * m_plane.width +
                                  j * w.window.dilation);
        return all;
    }

private:
    const IntegerJob& m_job;
    const kernels::IntegerTiles& m_tiles;
    PaddedPlane m_plane;
    std::uint32_t m_fill = 0, m_lastFill = 0; // padding; of the last unit of channels
};

} // namespace

bool fitsRows(const Geometry& geometry) {
    const auto& [d, h, w] = geometry.axes;
    if (d.window.kernel != 1 || d.in != 1 || d.out != 1 || d.window.padBegin != 0) return false;
    if (w.window.stride != 1 || h.window.kernel * w.window.kernel < 2 || h.out < 1 || w.out < 1) return false;
    const PaddedPlane plane(geometry);
    const auto padded = checkedMul(plane.width, plane.height);
    return padded && *padded <= 2 * geometry.inPlane() + 256;
}

bool suitsRows(const IntegerJob& job, const kernels::IntegerTiles& tiles) {
    constexpr std::int64_t FewRows = 16; // products of more are worth panels that tiles may read
    if (!fitsRows(job.geometry) || (tiles.rowUnits > 1 && job.perGroup >= FewRows)) return false;
    // Lanes that hold no output cost the more the more channels are computed in them; gathering costs as much
    // as some.
    const std::int64_t lanes = tiles.columns / 2, out = job.geometry.axes[2].out;
    const std::int64_t idle = ceilDiv(out, lanes) * lanes - out;
    return out >= lanes && 2 * idle * job.perGroup <= 5 * out;
}

Result<void> convolveByRows(KernelContext& context, const IntegerJob& job) {
    const IntegerFilter& filter = *job.filter;
    const kernels::IntegerTiles& tiles = *filter.tiles;
    const Geometry& g = job.geometry;
    const auto &h = g.axes[1], &w = g.axes[2];
    const UnitImage image(job);
    const std::vector<std::int64_t> offsets = image.offsets();
    const auto k = static_cast<std::int64_t>(offsets.size());
    const std::int64_t plane = g.outPlane();
    const std::int64_t work = job.batch * job.outChannels() * plane / 50 * job.channels * g.taps() / 10;
    const std::int64_t lines = job.group * h.out;
    const int wanted = usefulThreads(context.threads(), work, lines);
    const std::int64_t strip = context.parameters().strip;
    const std::int64_t share = strip > 0     ? std::min(strip, h.out)
                               : wanted == 1 ? h.out
                                             : std::clamp<std::int64_t>(lines / (4 * wanted), 1, h.out);
    const std::int64_t parts = ceilDiv(h.out, share); // of a group's lines
    const int threads = static_cast<int>(std::min<std::int64_t>(wanted, job.group * parts));

    // Units of an image, and what is read behind them; then each worker's sums of columns.
    const bool summed = !job.factors.empty();
    const std::int64_t units = ceilDiv(image.tasks() * image.plane() + 2 * tiles.columns, 16) * 16;
    const std::int64_t worker = ceilDiv(w.out, tiles.columns) * tiles.columns;
    const auto all = checkedAdd(units, worker * threads);
    const auto bytes = all ? checkedMul(*all, 4) : std::nullopt;
    if (!bytes) return badInput(say("the convolution is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    auto* const words = reinterpret_cast<std::uint32_t*>(memory.data());

    for (std::int64_t n = 0; n < job.batch; ++n) {
        const std::uint8_t* from = job.x.data + n * job.group * job.channels * g.inPlane();
        const int helpers = usefulThreads(context.threads(), image.tasks() * image.plane() / 4, image.tasks());
        parallelFor(helpers, image.tasks(), [&](std::int64_t task, int) { image.arrange(from, task, words); });
        parallelFor(threads, job.group * parts, [&](std::int64_t task, int index) {
            const std::int64_t group = task / parts, first = task % parts * share;
            auto* const sums = reinterpret_cast<std::int32_t*>(words + units) + index * worker;
            kernels::IntegerBlock block{};
            block.bOffsets = offsets.data();
            block.bPanel = tiles.columns;
            block.aPanel = tiles.panelUnits(k);
            block.n = w.out;
            block.k = k;
            for (std::int64_t line = first; line < std::min(h.out, first + share); ++line) {
                if (context.run().stopped()) return;
                block.b = words + group * job.unitsPerPosition() * image.plane() +
                          line * h.window.stride * image.width();
                if (summed) {
                    block.a = filter.ones.as<std::uint32_t>().data();
                    block.m = 1;
                    block.rowTerm = nullptr;
                    block.rowFactor = nullptr;
                    block.target = {};
                    block.target.sums = sums;
                    block.stride = w.out;
                    tiles.block(block);
                    block.columnFactor = sums;
                    block.rowFactor = job.factors.data() + group * job.perGroup;
                }
                block.a = filter.units.as<std::uint32_t>().data() + group * filter.stride;
                block.m = job.perGroup;
                block.rowTerm = job.terms.data() + group * job.perGroup;
                block.rowScale =
                    job.multipliers.empty() ? nullptr : job.multipliers.data() + group * job.perGroup;
                block.stride = plane;
                block.target =
                    advanced(job.target, (n * job.group + group) * job.perGroup * plane + line * w.out);
                tiles.block(block);
            }
        });
        if (context.run().stopped()) return cancelled();
    }
    return {};
}

} // namespace edgewright::ops
