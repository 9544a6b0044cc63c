// SPDX-License-Identifier: GPL-3.0-or-later
// One repetition of a layer as SCALE-Sim runs it: the source of every cycle and word that we say of it.
#pragma once

#include "core/cost/scalesim/mapping.h"
#include "core/cost/scalesim/scalesim.h"

namespace edgewright::cost {

struct Simulation {
    std::int64_t cycles = 0, stallCycles = 0; // `cycles` with stalls
    OperandTraffic ifmap, filter, ofmap;      // without averages
    bool exact = true;
};

enum class Detail {
    Counts, // cycles, stalls and words alone: as few passes over the layer as those need
    Times,  // also starts, stops and widths
};

// Shares, 0..1, named as in ScaleSimLayer.
struct Ratios {
    double mappingEfficiency = 0, utilization = 0, computeUtilization = 0;
};

// Words that a weight-stationary array reads of the ifmap. The inputs of a block of a sparse filter count M / N
// times, which SCALE-Sim does not round.
double sparseIfmapReads(const Layer& layer, const Mapping& map);

Ratios ratiosOf(const Mapping& map, std::int64_t macs, std::int64_t cycles);

Result<Simulation> simulate(const Layer& layer, const Mapping& map, const ScaleSimSetup& setup, Detail detail,
                            const RunContext& run);

} // namespace edgewright::cost
