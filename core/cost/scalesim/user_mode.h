// SPDX-License-Identifier: GPL-3.0-or-later
// Stalls and DRAM traffic of one repetition of a layer under a given bandwidth (SCALE-Sim v3's USER mode).
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/scalesim/mapping.h"
#include "core/cost/systolic.h"

namespace edgewright::cost {

struct UserMode {
    std::int64_t cycles = 0; // stalls included
    std::int64_t stallCycles = 0;
    Accesses dram;
    bool exact = true;
};

// `accelerator.bandwidth` must be set.
Result<UserMode> userMode(const Layer& layer, const Mapping& map, const Accelerator& accelerator,
                          const RunContext& run);

} // namespace edgewright::cost
