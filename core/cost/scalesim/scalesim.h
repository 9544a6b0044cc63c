// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that SCALE-Sim reports of a layer, as it reports it.
//
// Cycle 0 is the first one of the array; what is fetched before has negative cycles. The first fill of the
// SRAMs and the last drain take no time in `cycles`; `cyclesWithPrefetch` has them. Source of the formulas:
// SCALE-Sim (Samajdar et al., arXiv 1811.02883, ISPASS 2020) v3 and v2, compared with what they report.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/scalesim/setup.h"
#include "core/cost/workload.h"

#include <vector>

namespace edgewright::cost {

// The traffic of one operand between two places.
struct PortTraffic {
    std::int64_t start = 0, stop = 0; // cycles of the first and the last word
    std::int64_t words = 0;           // reads; writes of the ofmap
    double average = 0; // words per cycle: between SRAM and array over all cycles, to DRAM from start to stop
    // Words in the busiest cycle, which SCALE-Sim does not report. To DRAM: as many as could be moved then; the
    // first fetches of CALC mode are 10 wide.
    std::int64_t widest = 0;
};

struct OperandTraffic {
    PortTraffic sram, dram;
};

// The words of the filter of a layer with the places of its kept weights, in words. Of 32 bits in blocked
// ELLPACK, where a place takes as many bits as M needs; a place is a word in CSR and CSC.
struct SparseFilter {
    SparseForm form = SparseForm::EllpackBlock;
    std::int64_t dense = 0;
    double stored = 0, places = 0; // `stored` with `places`
    double averagePlaces = 0;      // words per cycle
    double ifmapReads = 0;         // SRAM reads as they are reported: not rounded
};

// The figures of one repetition of the layer.
struct ScaleSimLayer {
    Layer layer;
    std::int64_t cycles = 0; // with stalls
    std::int64_t stallCycles = 0;
    std::optional<std::int64_t> cyclesWithPrefetch; // v3: from the first word from DRAM to the last one to it
    double overallUtilization = 0;                  // MACs of dense filters / (cycles * rows * cols), percent
    double mappingEfficiency = 0;  // share of the array that holds work, mean over folds, percent
    double computeUtilization = 0; // mapping efficiency times the share of a fold that streams, percent
    OperandTraffic ifmap, filter, ofmap;
    std::optional<SparseFilter> sparse; // with ScaleSimSetup::sparse
    std::int64_t demandLines = 0;       // cycles without stalls
    bool exact = true;                  // false: too large to simulate, see limits.h
};

// BadInput for what check(Layer) and check(Accelerator) refuse, and for a layer of the vector unit.
Result<ScaleSimLayer> scaleSim(const Layer& layer, const ScaleSimSetup& setup, const RunContext& run = {});
// One for each layer of the workload.
Result<std::vector<ScaleSimLayer>> scaleSim(const Workload& workload, const ScaleSimSetup& setup,
                                            const RunContext& run = {});

} // namespace edgewright::cost
