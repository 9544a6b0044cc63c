// SPDX-License-Identifier: GPL-3.0-or-later
// The gain of each step of a history in memory and time, and the history with extents in the place of symbols.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/cost/processor/processor.h"
#include "core/fusion/fuse.h"
#include "core/ops/infer.h"
#include "core/ops/work.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// Saved, so negative where a step costs.
struct StepBenefit {
    std::int64_t launches = 0;     // as fusion::Benefit
    std::int64_t trafficBytes = 0; // likewise
    std::int64_t liveBytes = 0;
    double seconds = 0;
    StepBenefit& operator+=(const StepBenefit& other);
};

// Live: the largest number of bytes alive at one operator, every tensor in storage of its own (weights, what
// is known beforehand and what runs inside of nodes not counted), in the execution order of the history:
// memory::lowerBound of the liveness without sharing. It follows the graph patch by patch; the peak is that of
// a plan of the whole (MemoryPlan), with views, in-place operators and order.
struct Benefits {
    std::vector<StepBenefit> steps; // one for each of History::steps
    std::map<std::string, StepBenefit, std::less<>>
        byRule;                                 // sums over the steps of a rule; by hand: empty name
    StepBenefit total;                          // over all steps: what is before less what is after
    std::int64_t liveBefore = 0, liveAfter = 0; // bytes
    double secondsBefore = 0, secondsAfter = 0;
    ops::Uncounted untimed;    // of these nodes no time is predicted: with any, the two are lower bounds
    cost::Processor processor; // that the seconds are predicted for, with what it was fitted to
    std::int64_t launchesBefore = 0, launchesAfter = 0; // fusion::calls
    std::int64_t trafficBefore = 0, trafficAfter = 0;   // bytes, fusion::trafficBytes
    std::int64_t unsized = 0;                           // tensors without a full shape: counted as empty
};

// Seconds are those of `processor`, one operator after the other on one core; loops whose length is not known
// run once.
Result<Benefits> benefits(const fusion::History& history, const RunContext& run = {},
                          const cost::Processor& processor = cost::referenceProcessor());

// A history with extents in the place of symbols, to be measured: the graph that was fused is one whose extents
// are open, and another might fuse where they are known. The same steps with the same nodes; values have the
// types that follow from `bindings`, steps what they save then. O(steps * nodes).
Result<fusion::History> withExtents(const fusion::History& history, const ir::Bindings& bindings,
                                    const RunContext& run = {});

} // namespace edgewright::pipeline
