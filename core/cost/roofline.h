// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline (Williams, Waterman, Patterson, CACM 2009): attainable MAC/cycle = min(peak, bandwidth *
// intensity).
#pragma once

#include "core/cost/systolic.h"

namespace edgewright::cost {

struct Roofline {
    double peak = 0;      // MACs per cycle = rows * cols
    double bandwidth = 0; // bytes per cycle, the three SRAM ports together
    double ridge = 0;     // MACs per byte where both meet
    double attainable(double intensity) const;
};

// With an accelerator of unlimited bandwidth the roof is drawn for `assumedBandwidth` words per cycle.
Roofline roofline(const Accelerator& accelerator, double assumedBandwidth = 10);

} // namespace edgewright::cost
