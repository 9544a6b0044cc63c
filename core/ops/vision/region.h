// SPDX-License-Identifier: GPL-3.0-or-later
// Regions of interest: the types that RoiAlign and MaxRoiPool share.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

// Output 0 = [regions, C, height, width] for an input [N, C, H, W] and regions in input 1 with `columns`
// numbers each.
Result<void> inferRegions(InferContext& context, std::int64_t columns, std::int64_t height, std::int64_t width);

// The largest extent of an output region.
inline constexpr std::int64_t MaxRegionExtent = 1 << 16;
Result<void> checkRegionExtents(std::int64_t height, std::int64_t width);

} // namespace edgewright::ops
