// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/sampling.h"

#include <cstdint>
#include <vector>

namespace edgewright::measure {

// The figures of the runs of one way to run a network.
struct MeasuredRun {
    Timing first = {};               // of the first run: with all that is prepared once
    std::vector<Timing> blocks = {}; // as many for every way that is measured beside it, taken in turn
    double disturbed = 0;            // Samples::disturbed
    std::int64_t peakBytes = 0, valueBytes = 0, arenaBytes = 0, allocations = 0, operatorCalls = 0;
};

} // namespace edgewright::measure
