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

// One accelerator in the place of another one, for the same work.
struct Effect {
    Accelerator from, to;
    double cyclesBefore = 0, cyclesAfter = 0;
    double energyBefore = 0, energyAfter = 0; // in the unit of the energy table
    double areaBefore = 0, areaAfter = 0;     // mm²
    double speedup() const { return cyclesAfter > 0 ? cyclesBefore / cyclesAfter : 1; } // below 1: a loss
    double energyRatio() const { return energyBefore > 0 ? energyAfter / energyBefore : 1; }
    double areaRatio() const { return areaBefore > 0 ? areaAfter / areaBefore : 1; }
    // "with 32 lanes of the vector unit instead of 16", which follow the columns; empty where they stay.
    std::string lanesText() const;
};

struct WhatIf {
    Change change = Change::TwiceRows;
    Effect effect;
    std::int64_t faster = 0;  // layers that gain 1 % or more
    std::int64_t freed = 0;   // layers that DRAM limited, and does no more
    std::int64_t staying = 0; // activations more that stay on chip between layers, which gains, too
    // OtherDataflow: layers whose groups the weight-stationary one of both packs (Accelerator::packsGroups),
    // which is a part of the gain or loss.
    std::int64_t packing = 0;
    std::string most; // the layer that gains the most cycles; empty: none gains
    // Effect::lanesText(); empty where the lanes are the change.
    std::string lanesText() const { return change == Change::TwiceLanes ? std::string() : effect.lanesText(); }
    // "in part because groups of 17 layers (depthwise) are packed, which ..."; empty without.
    std::string packingText() const;
};

// Every change that the accelerator allows, in their order; by the workload's mode. Errors of estimate().
Result<std::vector<WhatIf>> whatIfs(const Workload& workload, const CostReport& now,
                                    const RunContext& run = {});

// The gain of a larger array over the next smaller one.
struct SizeStep {
    Effect effect;
    int power = 0; // effect.to has 2^power times the rows and columns of the array that is asked about
    std::int64_t narrower = 0; // layers on the array with fewer filters than columns, or less depth than rows
    std::int64_t layers = 0;   // on the array
};
// From an eighth of the array to eight times it, as far as sizes exist, the smallest first. Each has twice the
// rows and columns of the one before; halves are rounded up (7 x 7 follows on 4 x 4, 1 x 8 on 1 x 4). Lanes
// are as Accelerator::setArray() has them.
Result<std::vector<SizeStep>> sizeSteps(const Workload& workload, const Accelerator& accelerator,
                                        const RunContext& run = {});

// The gain of more SRAM for tiles.
struct SramStep {
    Accelerator accelerator;
    std::int64_t kiloBytes = 0; // of all three, in the accelerator's proportions
    double cycles = 0;          // 0: a layer does not fit
    double energy = 0;
    std::int64_t spilling = 0; // layers that move more than each of their words once
    std::string last;          // the largest of those, by what it moves beyond
};
// From an eighth (rounded up) to 64 times what there is. `enough`: the smallest step whose cycles are within 1
// % of the last one's.
struct SramSteps {
    std::vector<SramStep> steps;
    std::size_t enough = 0;
    Effect beyond() const; // from `enough` to the last step; there are some
};
Result<SramSteps> sramSteps(const Workload& workload, const Accelerator& accelerator,
                            const RunContext& run = {});

// An SRAM in which all activations stay between layers; nothing where they stay already, there are none, or by
// the rules of SCALE-Sim none can.
struct StayStep {
    Effect effect;
    std::int64_t kiloBytes = 0;
    std::int64_t dramBefore = 0, dramAfter = 0; // bytes
};
Result<std::optional<StayStep>> stayStep(const Workload& workload, const CostReport& now,
                                         const RunContext& run = {});

// Changes that would help, and the gain of larger arrays and memories.
struct Improvements {
    std::vector<WhatIf> whatIfs;
    std::vector<SizeStep> sizes;
    SramSteps sram;
    std::optional<StayStep> stay;
};
Result<Improvements> improvements(const Workload& workload, const CostReport& now, const RunContext& run = {});

} // namespace edgewright::cost
