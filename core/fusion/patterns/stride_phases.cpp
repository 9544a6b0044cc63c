// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/stride_phases.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

std::int64_t floorDivided(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); } // b > 0

} // namespace

std::optional<PhaseAxis> phaseAxisOf(const ops::WindowAxis& window, std::int64_t in, std::int64_t out) {
    std::optional<PhaseAxis> best;
    const std::int64_t s = window.stride;
    for (std::int64_t a = 0; a < s; ++a) {
        PhaseAxis axis{s, a, window.padBegin - a};
        axis.dilation = window.dilation, axis.kernel = window.kernel;
        axis.low = -floorDivided(window.reach() - 1 - axis.shift, s);
        axis.taps = floorDivided(s - 1 + axis.shift, s) - axis.low + 1;
        axis.padBegin = -axis.low;
        const std::int64_t wanted = (out + a + s - 1) / s;
        axis.padEnd = std::max<std::int64_t>(wanted - 1 + axis.low + axis.taps - 1 - (in - 1), 0);
        axis.positions = in + axis.padBegin + axis.padEnd - axis.taps + 1;
        axis.out = out;
        if (axis.taps < 1 || axis.padBegin < 0 || axis.positions * s < a + out) continue;
        if (!best || axis.taps < best->taps) best = axis;
    }
    return best;
}

} // namespace edgewright::fusion
