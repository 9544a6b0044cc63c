// SPDX-License-Identifier: GPL-3.0-or-later
// The extent of a resized axis.
#pragma once

#include "core/base/result.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"

#include <cmath>
#include <cstdint>

namespace edgewright::ops {

// floor(extent * scale + bias), the product in float32 as other runtimes have it; BadInput for a scale that is
// not positive or leads to more than 2^31 positions.
inline Result<std::int64_t> scaledExtent(std::int64_t extent, float scale, float bias = 0.0f) {
    const float scaled = std::floor(static_cast<float>(extent) * scale + bias);
    constexpr float most = 2147483648.0f;
    if (!(scale > 0) || !(scaled >= 0 && scaled <= most))
        return badInput(say("a scale of {1} does not fit an extent of {2}", std::to_string(scale), extent));
    return static_cast<std::int64_t>(scaled);
}

// The same for an extent that is a symbol: whole factors, and the inverse of one; else unknown.
inline ir::Dim scaledDim(const ir::Dim& extent, float scale) {
    constexpr float most = 65536.0f;
    if (scale >= 1 && scale <= most && std::floor(scale) == scale)
        return ir::times(extent, ir::Dim(static_cast<std::int64_t>(scale)));
    const float inverse = scale > 0 ? 1 / scale : 0;
    if (inverse > 1 && inverse <= most && std::floor(inverse) == inverse)
        return ir::floorDivide(extent, ir::Dim(static_cast<std::int64_t>(inverse)));
    return {};
}

} // namespace edgewright::ops
