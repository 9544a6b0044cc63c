// SPDX-License-Identifier: GPL-3.0-or-later
// The general integer convolution: a matrix product with the input's positions as columns.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/integer_product/integer_filter.h"
#include "core/ops/operands/parallel.h"

#include <algorithm>
#include <utility>

namespace edgewright::ops {

namespace {

using kernels::IntegerBlock;
using kernels::IntegerTiles;
using kernels::Segment;

// Neighbouring positions of one output line that fall into a panel.
struct PanelPiece {
    std::int64_t depth, line; // of the output
    std::int64_t begin, end;  // along the line
    std::int32_t to;          // column of the panel
};

class Columns {
public:
    Columns(const IntegerJob& job)
        : m_job(job), m_tiles(*job.filter->tiles), m_isShifted(job.way == IntegerWay::ShiftedPanels),
          m_geometry(m_isShifted ? shiftedGeometry(job.geometry, m_tiles.depth) : job.geometry) {
        // Nothing but the channels of a position, in their order: columns come straight from the input.
        m_direct = !m_isShifted;
        for (const Geometry::Axis& axis : m_geometry.axes)
            m_direct = m_direct && axis.window.kernel == 1 && axis.window.stride == 1 &&
                       axis.window.padBegin == 0 && axis.in == axis.out;
        const Geometry::Axis& line = m_geometry.axes[2];
        for (std::int64_t kw = 0; kw < line.window.kernel; ++kw)
            m_inside.emplace_back(line.first(kw), line.last(kw));
        const std::uint32_t unit = static_cast<std::uint8_t>(job.padding ^ job.x.flip);
        const std::int64_t last =
            m_isShifted ? m_tiles.depth : job.channels - (job.unitsPerPosition() - 1) * m_tiles.depth;
        for (std::int64_t t = 0; t < m_tiles.depth; ++t) {
            const std::uint32_t code = unit << (32 / m_tiles.depth * t);
            m_fill[0] |= code;
            if (t < last) m_fill[1] |= code;
        }
    }
    bool direct() const { return m_direct; }
    const Geometry& geometry() const { return m_geometry; } // of units
    // Units of one image, all groups.
    std::int64_t imageUnits() const {
        return m_direct ? 0
                        : m_job.group * m_job.unitsPerPosition() * m_geometry.inPlane() + 2 * m_tiles.columns;
    }

    // Turns channels `unit` of a group of an image into units.
    void arrange(const std::uint8_t* image, std::int64_t task, std::uint32_t* units) const {
        if (m_isShifted) return arrangeShifted(image, task, units);
        const std::int64_t perPosition = m_job.unitsPerPosition();
        const std::int64_t plane = m_job.geometry.inPlane();
        const std::int64_t first = task % perPosition * m_tiles.depth;
        const std::int64_t channel = task / perPosition * m_job.channels + first;
        m_tiles.interleave(image + channel * plane, plane,
                           std::min<std::int64_t>(m_tiles.depth, m_job.channels - first), plane, m_job.x.flip,
                           units + task * plane, plane);
    }

    // One panel: output positions [at, at + n) of a group.
    void pack(const std::uint8_t* image, const std::uint32_t* units, std::int64_t group, std::int64_t at,
              std::int64_t n, std::uint32_t* to) const {
        const Geometry& g = m_geometry;
        const std::int64_t plane = g.inPlane();
        if (m_direct) {
            m_tiles.interleave(image + group * m_job.channels * plane + at, plane, m_job.channels, n,
                               m_job.x.flip, to, m_tiles.columns);
            return;
        }
        const auto& [d, h, w] = g.axes;
        const std::int64_t rows = m_job.unitsPerPosition();
        units += group * rows * plane;
        PanelPiece pieces[MaxColumns];
        int count = 0;
        for (std::int64_t done = 0; done < n;) {
            const std::int64_t line = (at + done) / w.out;
            const std::int64_t begin = (at + done) % w.out;
            const std::int64_t end = std::min(w.out, begin + n - done);
            pieces[count++] = {line / h.out, line % h.out, begin, end, static_cast<std::int32_t>(done)};
            done += end - begin;
        }
        for (std::int64_t kd = 0; kd < d.window.kernel; ++kd)
            for (std::int64_t kh = 0; kh < h.window.kernel; ++kh)
                for (std::int64_t kw = 0; kw < w.window.kernel; ++kw, to += rows * m_tiles.columns) {
                    Segment segments[MaxColumns];
                    const int found =
                        segmentsOf({pieces, static_cast<std::size_t>(count)}, kd, kh, kw, segments);
                    m_tiles.packSegments(units, plane, rows, segments, found, w.window.stride, m_fill, to);
                }
    }

private:
    static constexpr int MaxColumns = 64;

    // A channel, line by line: the unit at each column is of the codes from there on.
    void arrangeShifted(const std::uint8_t* image, std::int64_t channel, std::uint32_t* units) const {
        const Geometry::Axis& given = m_job.geometry.axes[2];
        const std::int64_t width = m_geometry.axes[2].in;
        const std::int64_t pad = given.window.padBegin;
        std::vector<std::uint8_t> line(static_cast<std::size_t>(width + m_tiles.depth - 1), m_job.padding);
        const std::int64_t count = std::min(given.in, std::int64_t(line.size()) - pad);
        const std::uint8_t* from = image + channel * m_job.geometry.inPlane();
        std::uint32_t* to = units + channel * m_geometry.inPlane();
        const std::int64_t lines = m_geometry.axes[0].in * m_geometry.axes[1].in;
        for (std::int64_t i = 0; i < lines; ++i, from += given.in, to += width) {
            if (count > 0) std::copy_n(from, count, line.data() + pad);
            m_tiles.interleave(line.data(), 1, m_tiles.depth, width, m_job.x.flip, to, width);
        }
    }

    int segmentsOf(std::span<const PanelPiece> pieces, std::int64_t kd, std::int64_t kh, std::int64_t kw,
                   Segment* segments) const {
        const auto& [d, h, w] = m_geometry.axes;
        const auto& [first, last] = m_inside[static_cast<std::size_t>(kw)];
        int count = 0;
        for (const PanelPiece& piece : pieces) {
            const std::int64_t id = piece.depth * d.window.stride - d.window.padBegin + kd * d.window.dilation;
            const std::int64_t ih = piece.line * h.window.stride - h.window.padBegin + kh * h.window.dilation;
            if (id < 0 || id >= d.in || ih < 0 || ih >= h.in) continue;
            const std::int64_t begin = std::max(piece.begin, first);
            const std::int64_t end = std::min(piece.end, last);
            if (begin >= end) continue;
            const std::int64_t iw = begin * w.window.stride - w.window.padBegin + kw * w.window.dilation;
            const Segment next{(id * h.in + ih) * w.in + iw,
                               piece.to + static_cast<std::int32_t>(begin - piece.begin),
                               static_cast<std::int32_t>(end - begin)};
            if (count > 0 && w.window.stride == 1) {
                Segment& before = segments[count - 1];
                if (before.from + before.count == next.from && before.to + before.count == next.to) {
                    before.count += next.count;
                    continue;
                }
            }
            segments[count++] = next;
        }
        return count;
    }

    const IntegerJob& m_job;
    const IntegerTiles& m_tiles;
    bool m_isShifted;
    Geometry m_geometry;
    bool m_direct = false;
    std::vector<std::pair<std::int64_t, std::int64_t>>
        m_inside; // outputs of a line whose tap is inside, per tap
    std::uint32_t m_fill[2] = {0, 0};
};

} // namespace

Result<void> convolveByPanels(KernelContext& context, const IntegerJob& job) {
    const IntegerFilter& filter = *job.filter;
    const IntegerTiles& tiles = *filter.tiles;
    const Columns columns(job);
    const Geometry& g = columns.geometry();
    const std::int64_t k = g.taps() * job.unitsPerPosition();
    const std::int64_t plane = g.outPlane();
    const std::int64_t panels = ceilDiv(plane, tiles.columns);
    const std::int64_t panelUnits = k * tiles.columns;
    constexpr std::int64_t cached = 48 * 1024; // units of columns that a task works on
    const std::int64_t work = job.batch * job.outChannels() * plane / 50 * job.channels * g.taps() / 10;
    const int wanted = usefulThreads(context.threads(), work, panels * job.group);
    const std::int64_t columnsOfTask = context.parameters().gemm.n;
    const std::int64_t chunk =
        columnsOfTask > 0
            ? ceilDiv(std::min(columnsOfTask, plane), tiles.columns)
            : std::clamp<std::int64_t>(cached / std::max<std::int64_t>(panelUnits, 1), 1,
                                       std::max<std::int64_t>(1, ceilDiv(panels * job.group, wanted)));
    const std::int64_t chunks = ceilDiv(panels, chunk);
    const int threads = usefulThreads(wanted, work, job.group * chunks);

    // Each worker: columns, a vector of slack, and the columns' sums.
    const bool summed = !job.factors.empty();
    const std::int64_t worker = ceilDiv(chunk * (panelUnits + tiles.columns) + tiles.columns, 16) * 16;
    const std::int64_t image = ceilDiv(columns.imageUnits(), 16) * 16;
    const auto bytes = checkedMul(image + worker * threads, 4);
    if (!bytes) return badInput(say("the convolution is too large"));
    ASSIGN_OR_RETURN(auto memory, context.scratch(*bytes));
    auto* units = reinterpret_cast<std::uint32_t*>(memory.data());

    for (std::int64_t n = 0; n < job.batch; ++n) {
        const std::uint8_t* from = job.x.data + n * job.group * job.channels * job.geometry.inPlane();
        if (!columns.direct()) {
            const std::int64_t tasks = job.group * job.unitsPerPosition();
            const int helpers = usefulThreads(context.threads(), tasks * g.inPlane() / 4, tasks);
            parallelFor(helpers, tasks, [&](std::int64_t task, int) { columns.arrange(from, task, units); });
        }
        parallelFor(threads, job.group * chunks, [&](std::int64_t task, int index) {
            if (context.run().stopped()) return;
            const std::int64_t group = task / chunks;
            const std::int64_t at = task % chunks * chunk * tiles.columns;
            const std::int64_t count = std::min(plane - at, chunk * tiles.columns);
            std::uint32_t* panel = units + image + index * worker;
            auto* sums = reinterpret_cast<std::int32_t*>(panel + chunk * panelUnits + tiles.columns);
            for (std::int64_t j = 0; j < count; j += tiles.columns)
                columns.pack(from, units, group, at + j, std::min<std::int64_t>(tiles.columns, count - j),
                             panel + j / tiles.columns * panelUnits);
            IntegerBlock block{};
            block.b = panel;
            block.bPanel = panelUnits;
            block.n = count;
            block.k = k;
            if (summed) {
                block.a = filter.ones.as<std::uint32_t>().data();
                block.aPanel = tiles.panelUnits(k);
                block.m = 1;
                block.target.sums = sums;
                block.stride = count;
                tiles.block(block);
                block.columnFactor = sums;
                block.rowFactor = job.factors.data() + group * job.perGroup;
            }
            block.a = filter.units.as<std::uint32_t>().data() + group * filter.stride;
            block.aPanel = tiles.panelUnits(k);
            block.m = job.perGroup;
            block.rowTerm = job.terms.data() + group * job.perGroup;
            block.rowScale = job.multipliers.empty() ? nullptr : job.multipliers.data() + group * job.perGroup;
            block.stride = plane;
            block.target = advanced(job.target, (n * job.group + group) * job.perGroup * plane + at);
            tiles.block(block);
        });
        if (context.run().stopped()) return cancelled();
    }
    return {};
}

} // namespace edgewright::ops
