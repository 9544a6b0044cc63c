// SPDX-License-Identifier: GPL-3.0-or-later
// The extent of a resized axis.
#pragma once

#include "core/base/result.h"

#include <cmath>
#include <cstdint>

namespace edgewright::ops {

// floor(extent * scale + bias), the product in float32 as other runtimes have it; BadInput for a scale that is
// not positive or leads to more than 2^31 positions.
inline Result<std::int64_t> scaledExtent(std::int64_t extent, float scale, float bias = 0.0f) {
    const float scaled = std::floor(static_cast<float>(extent) * scale + bias);
    constexpr float most = 2147483648.0f;
    if (!(scale > 0) || !(scaled >= 0 && scaled <= most))
        return badInput("a scale of " + std::to_string(scale) + " does not fit an extent of " +
                        std::to_string(extent));
    return static_cast<std::int64_t>(scaled);
}

} // namespace edgewright::ops
