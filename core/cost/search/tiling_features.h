// SPDX-License-Identifier: GPL-3.0-or-later
// The features that a cost model learns tilings from. As in Ansor (Zheng et al., OSDI 2020, section 5.2):
// extents and trips of loops, bytes of each operand that are held and that move, arithmetic intensity, how full
// the array is; of these the logarithms. How long any of it takes is for the model to learn.
#pragma once

#include "core/cost/physical/tiling.h"

#include <vector>

namespace edgewright::cost::search {

// Appends as many numbers for each tiling.
void appendTilingFeatures(const TiledLayer& layer, const Accelerator& accelerator, const Tiling& tiling,
                          std::vector<float>& into);

} // namespace edgewright::cost::search
