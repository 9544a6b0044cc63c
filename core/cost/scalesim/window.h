// SPDX-License-Identifier: GPL-3.0-or-later
// The place of element (m, k) of the lowered input in the ifmap. The ifmap is height-width-channel, channel
// fastest.
#pragma once

#include "core/cost/workload.h"

#include <algorithm>
#include <cstdint>

namespace edgewright::cost {

struct Tap {
    std::int64_t row = 0, col = 0, channel = 0;
};

class Window {
public:
    explicit Window(const Layer& layer) : m_layer(layer) {
        const std::int64_t bottom = (layer.outH - 1) * layer.strideH + (layer.filterH - 1) * layer.dilationH;
        const std::int64_t right = (layer.outW - 1) * layer.strideW + (layer.filterW - 1) * layer.dilationW;
        m_overhangs = bottom >= layer.ifmapH || right >= layer.ifmapW;
        m_rows = std::max(layer.ifmapH, bottom + 1);
        m_cols = std::max(layer.ifmapW, right + 1);
    }
    // Extents of the ifmap with what windows reach past it.
    std::int64_t rows() const { return m_rows; }
    std::int64_t cols() const { return m_cols; }
    // SCALE-Sim rounds output extents up: the last windows may reach past the ifmap, where they read nothing.
    bool overhangs() const { return m_overhangs; }
    bool inside(std::int64_t m, std::int64_t k) const {
        if (!m_overhangs) return true;
        const Tap tap = at(m, k);
        return tap.row < m_layer.ifmapH && tap.col < m_layer.ifmapW;
    }
    Tap at(std::int64_t m, std::int64_t k) const {
        const std::int64_t inRow = m_layer.filterW * m_layer.channels;
        const std::int64_t place = m_layer.placeOf(k);
        const std::int64_t rest = place % inRow;
        return {m / m_layer.outW * m_layer.strideH + place / inRow * m_layer.dilationH,
                m % m_layer.outW * m_layer.strideW + rest / m_layer.channels * m_layer.dilationW,
                rest % m_layer.channels};
    }

private:
    const Layer& m_layer;
    bool m_overhangs = false;
    std::int64_t m_rows = 0, m_cols = 0;
};

// The number of windows of one axis that reach each position, positions past the end left out.
struct AxisTouches {
    std::int64_t distinct = 0; // positions that some window reaches
    std::int64_t total = 0;    // visits
};

AxisTouches touches(std::int64_t extent, std::int64_t filter, std::int64_t out, std::int64_t stride,
                    std::int64_t dilation);

} // namespace edgewright::cost
