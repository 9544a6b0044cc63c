// SPDX-License-Identifier: GPL-3.0-or-later
// What a cost model learns tilings from. As in Ansor (Zheng et al., OSDI 2020, section 5.2): sizes and trips of
// loops, the bytes that each loop level touches, logarithms of both; nothing of how cycles or energy are
// computed.
#pragma once

#include "core/cost/physical/tiling.h"

#include <vector>

namespace edgewright::cost::search {

// Appends as many numbers for each tiling.
void appendTilingFeatures(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling,
                          std::vector<float>& into);

} // namespace edgewright::cost::search
