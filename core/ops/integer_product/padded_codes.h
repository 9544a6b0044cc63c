// SPDX-License-Identifier: GPL-3.0-or-later
// Planes of codes with their padding around them, as kernels::IntegerPlane reads them.
#pragma once

#include "core/ops/convolution/padded_plane.h"
#include "core/ops/integer_product/integer_filter.h"

#include <algorithm>
#include <vector>

namespace edgewright::ops {

class PaddedCodes {
public:
    // Rows that are so many `phases` apart follow each other. The job must outlive this.
    PaddedCodes(const IntegerJob& job, std::int64_t phases)
        : m_job(job), m_plane(job.geometry), m_phases(phases), m_phaseRows(ceilDiv(m_plane.height, phases)) {
        const auto &h = job.geometry.axes[1], &w = job.geometry.axes[2];
        for (std::int64_t i = 0; m_plane.columns > 0 && i < std::min(phases, m_plane.rows); ++i)
            m_copies.push_back(
                {i * w.in, ceilDiv(m_plane.rows - i, phases), placeOf(m_plane.top + i) + m_plane.left});
        for (std::int64_t q = 0; q < h.window.kernel; ++q)
            for (std::int64_t channel = 0; channel < job.channels; ++channel)
                m_rows.push_back(channel * bytes() + placeOf(q * h.window.dilation));
    }
    std::int64_t width() const { return m_plane.width; }
    std::int64_t bytes() const { return m_phases * m_phaseRows * m_plane.width; } // of a plane

    // Fills in a plane, where `to` holds the code of padding around it.
    void copy(const std::uint8_t* from, std::uint8_t* to) const {
        for (const Copy& each : m_copies)
            m_job.filter->tiles->copyLines(from + each.from, m_phases * m_job.geometry.axes[2].in, each.lines,
                                           m_plane.columns, m_job.x.flip, to + each.to, m_plane.width);
    }

    // By the filters of a group, line after line; codes and target are still to be said.
    kernels::IntegerPlane convolution(std::int64_t group) const {
        const auto &h = m_job.geometry.axes[1], &w = m_job.geometry.axes[2];
        const IntegerFilter& filter = *m_job.filter;
        const std::int64_t first = group * m_job.perGroup;
        kernels::IntegerPlane plane{};
        plane.rows = m_rows.data();
        plane.lineStep = h.window.stride * m_plane.width;
        plane.step = w.window.stride;
        plane.kernelHeight = static_cast<std::int64_t>(m_rows.size());
        plane.kernelWidth = w.window.kernel;
        plane.dilation = w.window.dilation;
        plane.channels = m_job.perGroup;
        plane.weights = filter.units.as<std::uint32_t>().data() + first * filter.stride;
        plane.weightStride = filter.stride;
        plane.lines = h.out;
        plane.n = w.out;
        plane.terms = m_job.terms.data() + first;
        plane.ones = filter.ones.as<std::uint32_t>().data();
        plane.factors = m_job.factors.empty() ? nullptr : m_job.factors.data() + first;
        plane.scales = m_job.multipliers.empty() ? nullptr : m_job.multipliers.data() + first;
        plane.targetStep = m_job.geometry.outPlane();
        return plane;
    }

private:
    struct Copy { // of every m_phases-th line
        std::int64_t from, lines, to;
    };
    std::int64_t placeOf(std::int64_t row) const {
        return (row % m_phases * m_phaseRows + row / m_phases) * m_plane.width;
    }

    const IntegerJob& m_job;
    PaddedPlane m_plane;
    std::int64_t m_phases, m_phaseRows;
    std::vector<Copy> m_copies;
    std::vector<std::int64_t> m_rows; // [kernel row][channel]
};

} // namespace edgewright::ops
