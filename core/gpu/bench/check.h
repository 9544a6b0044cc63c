// SPDX-License-Identifier: GPL-3.0-or-later
// The result of a kernel against its reference on this machine.
#pragma once

#include "core/base/run_context.h"
#include "core/gpu/kernel.h"

namespace edgewright::gpu {

struct Checked {
    std::int64_t compared = 0;  // elements
    std::int64_t noNumbers = 0; // of them, that are NaN or infinite
    double error = 0; // the largest difference over the largest number of the reference (1 where all are 0)
    double tolerance = 0;
    bool isRight() const { return noNumbers == 0 && error <= tolerance; }
};

// All elements of a result of at most `maxWhole`, else so many as `drawn`: the first, the last, and others at
// random.
struct CheckEffort {
    std::int64_t maxWhole = 20'000, drawn = 1'024;
};

Result<Checked> checkedAgainstReference(const Work& work, const std::vector<Array>& inputs, const Array& result,
                                        const CheckEffort& effort = {}, const RunContext& run = {});

} // namespace edgewright::gpu
