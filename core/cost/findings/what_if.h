// SPDX-License-Identifier: GPL-3.0-or-later
// Changes that would help: one thing of an accelerator changed, all else as it is.
#pragma once

#include "core/cost/systolic.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::cost {

enum class Change {
    TwiceRows,
    TwiceCols,
    TwiceArrays,
    TwiceSram,
    TwiceBandwidth,
    TwiceLanes,
    OtherDataflow, // the best of the other two
    Count
};
std::string_view nameOf(Change change); // "2x_rows"

struct WhatIf {
    Change change = Change::TwiceRows;
    Accelerator accelerator;
    double before = 0, after = 0;             // cycles of the network
    double energyBefore = 0, energyAfter = 0; // in the unit of the energy table
    std::int64_t faster = 0;                  // layers that gain 1 % or more
    std::int64_t freed = 0;                   // layers that DRAM limited, and does no more
    std::string most;                         // the layer that gains the most cycles; empty: none gains
    double speedup() const { return after > 0 ? before / after : 1; }
};

// Every change that the accelerator allows, in their order; by the workload's mode. Errors of estimate().
Result<std::vector<WhatIf>> whatIfs(const Workload& workload, const CostReport& now,
                                    const RunContext& run = {});

// The gain of larger arrays, each of twice as many rows and columns as the one before.
struct SizeStep {
    std::int64_t rows = 0, cols = 0;
    double cycles = 0;
    double speedup = 1;        // over the step before
    std::int64_t narrower = 0; // layers on the array with fewer filters than columns, or less depth than rows
    std::int64_t layers = 0;   // on the array
};
// From an eighth of the array to eight times it, as far as sizes exist.
Result<std::vector<SizeStep>> sizeSteps(const Workload& workload, const Accelerator& accelerator,
                                        const RunContext& run = {});

// The gain of more SRAM.
struct SramStep {
    std::int64_t kiloBytes = 0; // of all three, in the accelerator's proportions
    double cycles = 0;          // 0: a layer does not fit
    std::int64_t spilling = 0;  // layers that move more than each of their words once
    std::string last;           // the largest of those, by what it moves beyond
};
// From an eighth to 64 times what there is. `enough`: the smallest step whose cycles are within 1 % of the last
// one's.
struct SramSteps {
    std::vector<SramStep> steps;
    std::size_t enough = 0;
};
Result<SramSteps> sramSteps(const Workload& workload, const Accelerator& accelerator,
                            const RunContext& run = {});

// An SRAM in which all activations stay between layers; nothing where they stay already, or there are none.
struct StayStep {
    std::int64_t kiloBytes = 0;
    std::int64_t dramBefore = 0, dramAfter = 0; // bytes
    double speedup = 1, energyRatio = 1;
};
Result<std::optional<StayStep>> stayStep(const Workload& workload, const CostReport& now,
                                         const RunContext& run = {});

} // namespace edgewright::cost
