// SPDX-License-Identifier: GPL-3.0-or-later
// Cycles, accesses and traffic of a layer on a systolic array; compatible with SCALE-Sim v3 in every figure.
// Source of the formulas: SCALE-Sim (Samajdar et al., arXiv 1811.02883, ISPASS 2020), measured against its
// reports.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/accelerator.h"
#include "core/cost/workload.h"

#include <vector>

namespace edgewright::cost {

struct Accesses {
    std::int64_t ifmap = 0, filter = 0, ofmap = 0; // words
    std::int64_t total() const { return ifmap + filter + ofmap; }
};

// Of a layer on the vector unit, what speaks of the array or of MACs is 0.
struct LayerCost {
    Layer layer;
    std::int64_t cycles = 0; // stalls included; repeat included
    std::int64_t stallCycles = 0;
    double mappingEfficiency = 0; // share of the array that holds work, mean over folds, 0..1
    double utilization = 0;       // MACs / (cycles * rows * cols), 0..1
    double computeUtilization = 0;
    std::int64_t folds = 0;
    Accesses sram;               // reads, reads, writes
    Accesses dram;               // reads, reads, writes
    double energyPicojoules = 0; // MACs, SRAM and DRAM accesses at 45 nm (Horowitz, ISSCC 2014)
    double intensity = 0;        // MACs per DRAM byte
    // MACs per cycle at the bandwidth of the roofline, transfers hidden behind the arithmetic (double
    // buffering): MACs / max(cycles, DRAM bytes / bandwidth). Never above the roof.
    double attained = 0;
    bool memoryBound = false; // below the ridge of the roofline; on the vector unit: waits for memory
    bool exact = true; // false: too large to simulate, so stalls or DRAM counts are estimates (see limits.h)
};

struct CostReport {
    Accelerator accelerator;
    Mode mode = Mode::ScaleSim;
    std::vector<LayerCost> layers;
    std::int64_t cycles = 0, stallCycles = 0, macs = 0;
    Accesses sram, dram;
    double energyPicojoules = 0;
    double utilization = 0;
};

// Stall-free cycles of one repetition: closed form, nanoseconds per call.
std::int64_t stallFreeCycles(const Layer& layer, const Accelerator& accelerator);

// In Mode::Physical a layer takes at least what each SRAM's share of the traffic takes at the accelerator's
// bandwidth; what that adds counts as stalls. The vector unit always follows that rule.
Result<LayerCost> estimate(const Layer& layer, const Accelerator& accelerator, const RunContext& run = {},
                           Mode mode = Mode::ScaleSim);
// In the mode of the workload.
Result<CostReport> estimate(const Workload& workload, const Accelerator& accelerator,
                            const RunContext& run = {});

} // namespace edgewright::cost
