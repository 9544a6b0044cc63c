// SPDX-License-Identifier: GPL-3.0-or-later
// Stalls and DRAM traffic under a given bandwidth (SCALE-Sim's USER mode).
#pragma once

#include "core/cost/scalesim/simulation.h"

namespace edgewright::cost {

// `setup.accelerator.bandwidth` must be set. SRAM times in `result` are those of an array that never waits, and
// become those of one that does; the words of SRAMs are left as they are.
Result<void> simulateUser(const Layer& layer, const Mapping& map, const ScaleSimSetup& setup,
                          Simulation& result, const RunContext& run);

} // namespace edgewright::cost
