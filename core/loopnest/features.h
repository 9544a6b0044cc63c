// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of a loop nest that a cost model learns from, after those of Ansor (Zheng et al., OSDI 2020,
// appendix B), for what our nests can be.
#pragma once

#include "core/loopnest/nest.h"

#include <vector>

namespace edgewright::loopnest {

// As many for every nest; log2(1 + x) of counts. In this order:
//   lanes, sums in registers, products in the innermost loop, products for each vector that is read
//   iterations of R1, of R0; S2 tiles; S1 steps; S0 steps of a task; tasks
//   share of elements that are computed beside the extents, over all axes
//   floats that a tile reads of each factor, and of both beside the first and the second cache
//   floats that an S1 step reads, beside both caches; that are kept
//   products for each float that a tile, that an S1 step reads
//   stride of each factor and of the output along the vector
//   packed, copied with padding, guarded: 0 or 1; floats that are packed, that are copied
std::vector<float> featuresOf(const Nest& nest, const Target& target);

} // namespace edgewright::loopnest
