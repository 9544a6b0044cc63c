// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/window.h"

#include <algorithm>
#include <numeric>

namespace edgewright::cost {

AxisTouches touches(std::int64_t extent, std::int64_t filter, std::int64_t out, std::int64_t stride,
                    std::int64_t dilation) {
    if (out == 1) {
        const std::int64_t taps = std::min(filter, (extent - 1) / dilation + 1);
        return {taps, taps};
    }
    // Tap t of window w and tap t - step of window w + ahead read the same position, and no nearer pair does.
    // So tap by tap only those windows find something new whose partner does not exist.
    const std::int64_t common = std::gcd(stride, dilation);
    const std::int64_t step = stride / common;
    const std::int64_t ahead = dilation / common;
    AxisTouches result;
    for (std::int64_t tap = 0; tap < filter && tap * dilation < extent; ++tap) {
        const std::int64_t reached = std::min(out, (extent - 1 - tap * dilation) / stride + 1);
        result.total += reached;
        const std::int64_t partnered = tap < step ? 0 : std::max<std::int64_t>(0, out - ahead);
        result.distinct += std::max<std::int64_t>(0, reached - partnered);
    }
    return result;
}

} // namespace edgewright::cost
