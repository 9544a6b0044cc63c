// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scenario/simulator.h"

namespace edgewright::scenario {

// One request, as it stands when it leaves.
struct Departure {
    Ticks arrival = 0, start = 0, end = 0, preempted = 0, waitedForBatch = 0;
    std::uint64_t number = 0;
    std::int64_t batch = 0;
    std::int32_t core = -1;
    Outcome outcome = Outcome::Done;
};

} // namespace edgewright::scenario
