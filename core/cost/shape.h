// SPDX-License-Identifier: GPL-3.0-or-later
// What two layers of the array must share to cost the same.
#pragma once

#include "core/cost/workload.h"

#include <array>

namespace edgewright::cost {

using Shape = std::array<std::int64_t, 18>;

inline Shape shapeOf(const Layer& l) {
    return {l.ifmapH,    l.ifmapW,    l.filterH, l.filterW, l.channels, l.filters, l.strideH, l.strideW,
            l.dilationH, l.dilationW, l.outH,    l.outW,    l.repeat,   l.images,  l.padH,    l.padW,
            l.inputsOnChip ? 1 : 0, l.outputsOnChip ? 1 : 0};
}

} // namespace edgewright::cost
