// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/convolution/patches.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"

#include <algorithm>

namespace edgewright::ops {

namespace {

constexpr std::int64_t MaxDescribed = 1 << 19; // taps of all panels

std::int64_t floorMod(std::int64_t a, std::int64_t b) { return ((a % b) + b) % b; }

bool readsInPlace(const Geometry& g) {
    return g.taps() == 1 && std::ranges::all_of(g.axes, [](const Geometry::Axis& axis) {
               return axis.window.stride == 1 && axis.window.padBegin == 0 && axis.window.padEnd == 0;
           });
}

} // namespace

Patches::Patches(const Geometry& geometry, const kernels::GemmTiles& tiles)
    : m_geometry(geometry), m_tiles(tiles), m_columns(tiles.columns),
      m_panels(ceilDiv(geometry.outPlane(), m_columns)), m_pointwise(readsInPlace(geometry)) {
    const auto& [d, h, w] = m_geometry.axes;
    m_phases = w.out > 1 ? w.window.stride : 1;
    m_phaseWidth = ceilDiv(w.in, m_phases);
    m_planeFloats = d.in * h.in * m_phases * m_phaseWidth;
    if (m_pointwise) return;
    if (needsRearranging()) {
        m_phaseUsed.resize(static_cast<std::size_t>(m_phases));
        for (std::int64_t k = 0; k < w.window.kernel; ++k)
            m_phaseUsed[static_cast<std::size_t>(
                floorMod(k * w.window.dilation - w.window.padBegin, m_phases))] = true;
        m_rowUsed.resize(static_cast<std::size_t>(h.in));
        for (std::int64_t k = 0; k < h.window.kernel; ++k)
            for (std::int64_t o = h.first(k); o < h.last(k); ++o)
                m_rowUsed[static_cast<std::size_t>(o * h.window.stride - h.window.padBegin +
                                                   k * h.window.dilation)] = true;
    }
}

Result<void> Patches::describeAll(KernelContext& context) {
    if (m_pointwise || m_panels > MaxDescribed / m_geometry.taps()) return {};
    std::vector<kernels::TapColumns> taps;
    std::vector<kernels::Segment> segments;
    std::int64_t count = 0; // of segments
    for (std::int64_t panel = 0; panel < m_panels; ++panel) {
        describe(panel, taps, segments);
        count += static_cast<std::int64_t>(segments.size());
    }
    const auto bytes = [](std::int64_t elements, std::size_t each) {
        return ir::Dims{elements * static_cast<std::int64_t>(each)};
    };
    ASSIGN_OR_RETURN(auto allTaps,
                     context.allocatePrepared(ir::DataType::UInt8, bytes(m_panels * m_geometry.taps(),
                                                                         sizeof(kernels::TapColumns))));
    ASSIGN_OR_RETURN(auto allSegments,
                     context.allocatePrepared(ir::DataType::UInt8, bytes(count, sizeof(kernels::Segment))));
    m_taps = std::move(allTaps);
    m_segments = std::move(allSegments);
    auto* toTaps = reinterpret_cast<kernels::TapColumns*>(m_taps.mutableBytes().data());
    auto* toSegments = reinterpret_cast<kernels::Segment*>(m_segments.mutableBytes().data());
    for (std::int64_t panel = 0; panel < m_panels; ++panel) {
        describe(panel, taps, segments);
        for (kernels::TapColumns& each : taps)
            each.segments = toSegments + (each.segments - segments.data());
        toSegments = std::ranges::copy(segments, toSegments).out;
        toTaps = std::ranges::copy(taps, toTaps).out;
    }
    return {};
}

// Row after row, the columns of each phase side by side: column x goes to place x / stride of phase x % stride.
void Patches::rearrange(const float* plane, float* to) const {
    const auto& [d, h, w] = m_geometry.axes;
    for (std::int64_t row = 0; row < d.in * h.in; ++row, plane += w.in, to += m_phases * m_phaseWidth) {
        if (!m_rowUsed[static_cast<std::size_t>(row % h.in)]) continue;
        for (std::int64_t phase = 0; phase < m_phases; ++phase) {
            if (!m_phaseUsed[static_cast<std::size_t>(phase)]) continue;
            float* line = to + phase * m_phaseWidth;
            const std::int64_t count = ceilDiv(w.in - phase, m_phases);
            if (m_phases == 2)
                for (std::int64_t i = 0; i < count; ++i)
                    line[i] = plane[2 * i + phase];
            else
                for (std::int64_t i = 0; i < count; ++i)
                    line[i] = plane[m_phases * i + phase];
        }
    }
}

// For each tap the runs of input that the panel's columns read, one for each row of the output that it touches.
void Patches::describe(std::int64_t panel, std::vector<kernels::TapColumns>& taps,
                       std::vector<kernels::Segment>& segments) const {
    const auto& [d, h, w] = m_geometry.axes;
    const std::int64_t begin = panel * m_columns;
    const std::int64_t end = std::min(m_geometry.outPlane(), begin + m_columns);
    const std::int64_t pitch = m_phases * m_phaseWidth;
    taps.clear();
    segments.clear();
    std::vector<std::size_t> firstSegment;
    for (std::int64_t kd = 0; kd < d.window.kernel; ++kd)
        for (std::int64_t kh = 0; kh < h.window.kernel; ++kh)
            for (std::int64_t kw = 0; kw < w.window.kernel; ++kw) {
                const std::int64_t shift = kw * w.window.dilation - w.window.padBegin;
                const std::int64_t phase = floorMod(shift, m_phases);
                // Where a single column is all there is, its stride does not matter.
                const std::int64_t place = phase * m_phaseWidth + (shift - phase) / m_phases;
                std::int64_t covered = 0;
                firstSegment.push_back(segments.size());
                for (std::int64_t p = begin; p < end;) {
                    const std::int64_t row = p / w.out;
                    const std::int64_t w0 = p - row * w.out;
                    const std::int64_t w1 = std::min(w.out, w0 + end - p);
                    const std::int64_t id =
                        row / h.out * d.window.stride - d.window.padBegin + kd * d.window.dilation;
                    const std::int64_t ih =
                        row % h.out * h.window.stride - h.window.padBegin + kh * h.window.dilation;
                    const std::int64_t a = std::clamp(w.first(kw), w0, w1);
                    const std::int64_t b = std::clamp(w.last(kw), a, w1);
                    if (id >= 0 && id < d.in && ih >= 0 && ih < h.in && a < b) {
                        segments.push_back({(id * h.in + ih) * pitch + place + a,
                                            static_cast<std::int32_t>(p - begin + a - w0),
                                            static_cast<std::int32_t>(b - a)});
                        covered += b - a;
                    }
                    p += w1 - w0;
                }
                taps.push_back({nullptr, static_cast<std::int32_t>(segments.size() - firstSegment.back()),
                                covered < m_columns});
            }
    for (std::size_t t = 0; t < taps.size(); ++t)
        taps[t].segments = segments.data() + firstSegment[t];
}

void Patches::pack(const float* source, std::int64_t channels, std::int64_t panel, float* to) const {
    const std::int64_t count = m_geometry.taps();
    if (m_taps.hasData()) {
        const auto* all = reinterpret_cast<const kernels::TapColumns*>(m_taps.bytes().data());
        m_tiles.packTaps(source, channels, m_planeFloats, all + panel * count, count, to);
        return;
    }
    std::vector<kernels::TapColumns> taps;
    std::vector<kernels::Segment> segments;
    describe(panel, taps, segments);
    m_tiles.packTaps(source, channels, m_planeFloats, taps.data(), count, to);
}

} // namespace edgewright::ops
