// SPDX-License-Identifier: GPL-3.0-or-later
// Design-space exploration: total cycles of a workload over array sizes and dataflows.
#pragma once

#include "core/cost/systolic.h"

#include <vector>

namespace edgewright::cost {

struct DesignPoint {
    std::int64_t rows = 0, cols = 0;
    Dataflow dataflow = Dataflow::OutputStationary;
    std::int64_t cycles = 0; // stall free, all layers
    double utilization = 0;
};

struct ArraySize {
    std::int64_t rows = 0, cols = 0;
};

// Every array with every dataflow, in that order.
Result<std::vector<DesignPoint>> sweep(const Workload& workload, const std::vector<ArraySize>& arrays,
                                       const RunContext& run = {});

} // namespace edgewright::cost
