// SPDX-License-Identifier: GPL-3.0-or-later
// The input under some rows of outputs of a convolution: planes of padded rows, a plane for each channel.
#pragma once

#include "core/kernels/direct.h"
#include "core/kernels/isa/padded_row.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

struct PaddedPlanes {
    PaddedRow row;
    std::int64_t pitch; // of a padded row
    std::int64_t rows;  // padded rows
    std::int64_t plane; // of a channel
};

// False where rows or planes would be too long.
EDGEWRIGHT_INLINE bool layOut(const DirectRows& d, PaddedPlanes& to) {
    if (!layOut(to.row, d.inWidth, d.outWidth, d.kernelWidth, d.strideWidth, d.dilationWidth, d.padLeft))
        return false;
    to.pitch = to.row.lines * to.row.linePitch;
    const std::int64_t reach = (d.kernelHeight - 1) * d.dilationHeight + 1;
    if (reach > PaddedRow::MaxFloats || d.strideHeight > PaddedRow::MaxFloats || d.count > PaddedRow::MaxFloats)
        return false;
    to.rows = (d.count - 1) * d.strideHeight + reach;
    if (to.rows > PaddedRow::MaxFloats / to.pitch) return false;
    // Vectors at the end of the last row reach behind it.
    to.plane = to.rows * to.pitch + Lanes;
    return d.inChannels <= PaddedRow::MaxFloats / to.plane;
}

// Into `d.scratch`.
EDGEWRIGHT_INLINE void copyPadded(const DirectRows& d, const PaddedPlanes& layout) {
    float* to = d.scratch;
    for (std::int64_t channel = 0; channel < d.inChannels; ++channel, to += layout.plane) {
        fillPadding(layout.row, to, layout.rows, layout.pitch, Floats{});
        std::int64_t y = d.first * d.strideHeight - d.padTop;
        for (std::int64_t i = 0; i < layout.rows; ++i, ++y) {
            float* const line = to + i * layout.pitch;
            if (y < 0 || y >= d.inHeight)
                fill(line, line + layout.pitch, Floats{});
            else
                fillInput(layout.row, line,
                          [from = d.in + (channel * d.inHeight + y) * d.inWidth](std::int64_t x, int columns) {
                              return columns == Lanes ? load(from + x) : loadSome(from + x, columns);
                          });
        }
        fill(to + layout.rows * layout.pitch, to + layout.plane, Floats{});
    }
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
