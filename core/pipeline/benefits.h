// SPDX-License-Identifier: GPL-3.0-or-later
// What each step of a history buys in memory and time.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/fusion/fuse.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace edgewright::pipeline {

// A processor in three numbers. An operator takes
//     max(MACs / macsPerSecond, bytes / bytesPerSecond) + launchSeconds
// where bytes are all that it reads and writes, weights included; a fused group counts as one operator, bodies
// of control flow as if each ran once. It leaves caches out of account, so it is good for comparing graphs, not
// for predicting seconds.
struct Device {
    double macsPerSecond = 92.5e9;  // one core with AVX-512: 185 GFLOPS measured, two operations a MAC
    double bytesPerSecond = 15.6e9; // the same core reading main memory
    double launchSeconds = 0.45e-6; // what the smallest operators take in our executor
};

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
    std::int64_t launchesBefore = 0, launchesAfter = 0; // fusion::calls
    std::int64_t trafficBefore = 0, trafficAfter = 0;   // bytes, fusion::trafficBytes
    std::int64_t unsized = 0;                           // tensors without a full shape: counted as empty
};

Result<Benefits> benefits(const fusion::History& history, const Device& device = {},
                          const RunContext& run = {});

} // namespace edgewright::pipeline
