// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline (Williams, Waterman, Patterson, CACM 2009): attainable MAC/cycle = min(peak, bandwidth *
// intensity).
#pragma once

#include "core/cost/systolic.h"

namespace edgewright::cost {

struct Roofline {
    double peak = 0;      // MACs per cycle = rows * cols
    double bandwidth = 0; // DRAM bytes per cycle; SCALE-Sim: of its three SRAMs together
    double sram = 0;      // bytes per cycle between SRAM and the arrays; 0: no limit
    double ridge = 0;     // MACs per byte where both meet
    double attainable(double intensity) const;
};

// In SCALE-Sim mode with unlimited bandwidth the roof is drawn for 10 words per cycle and SRAM, the rate at which
// SCALE-Sim fills them at first.
Roofline roofline(const Accelerator& accelerator, Mode mode);

} // namespace edgewright::cost
