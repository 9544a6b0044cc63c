// SPDX-License-Identifier: GPL-3.0-or-later
// The input of a convolution, laid out for the matrix product: a column for each output pixel, a row for each
// tap of each channel ("im2col", but only a panel of columns at a time).
#pragma once

#include "core/kernels/gemm_tiles.h"
#include "core/ops/convolution/window.h"
#include "core/ops/operator.h"

#include <cstdint>
#include <vector>

namespace edgewright::ops {

class Patches {
public:
    // `tiles`: whose panels they are, of the instruction set in use.
    Patches(const Geometry& geometry, const kernels::GemmTiles& tiles);
    // Describes the panels once, for all that pack() is asked for, unless there are too many.
    Result<void> describeAll(KernelContext& context);

    // Every column reads one place, in order: the planes themselves are the matrix.
    bool isPointwise() const { return m_pointwise; }
    // Strides along rows are taken out beforehand, so that a panel copies runs: the planes are rearranged.
    bool needsRearranging() const { return m_phases > 1; }
    std::int64_t planeFloats() const { return m_planeFloats; } // of a plane as pack() reads it
    void rearrange(const float* plane, float* to) const;

    std::int64_t panelCount() const { return m_panels; }
    // Panel `panel` of `channels` planes: channels * taps rows; see GemmTiles::packTaps.
    void pack(const float* source, std::int64_t channels, std::int64_t panel, float* to) const;

private:
    void describe(std::int64_t panel, std::vector<kernels::TapColumns>& taps,
                  std::vector<kernels::Segment>& segments) const;

    Geometry m_geometry;
    const kernels::GemmTiles& m_tiles;
    std::int64_t m_columns, m_panels, m_phases, m_phaseWidth, m_planeFloats;
    bool m_pointwise;
    std::vector<bool> m_rowUsed, m_phaseUsed; // for rearranging
    ir::Tensor m_taps;     // TapColumns of every panel, one panel after the other; without data: not described
    ir::Tensor m_segments; // what they point at
};

} // namespace edgewright::ops
