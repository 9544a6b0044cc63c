// SPDX-License-Identifier: GPL-3.0-or-later
// The rules by which Mode::Physical departs from SCALE-Sim, one after the other, and the cycles that each is
// worth.
#pragma once

#include "core/cost/systolic.h"

#include <string_view>
#include <vector>

namespace edgewright::cost {

struct DifferenceStep {
    std::string_view name;   // "folds_overlap"
    std::string_view reason; // why hardware does it so; translated in the context "Word"
    std::int64_t cycles = 0; // with this rule and those before it
};

// The first is SCALE-Sim without stalls (its CALC mode), the last what Mode::Physical says. BadInput as of
// estimate(). Of the array's layers alone until the vector unit comes in, which both modes count alike but for
// what works beside the array.
Result<std::vector<DifferenceStep>>
scaleSimDifferences(const Workload& workload, const Accelerator& accelerator, const RunContext& run = {});

} // namespace edgewright::cost
