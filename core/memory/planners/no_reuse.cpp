// SPDX-License-Identifier: GPL-3.0-or-later
// Every buffer on its own: the memory that a program without any plan needs, and what others are measured
// against. Objective: none. Guarantee: peak = sum of the aligned sizes (behind any fixed buffers). O(n).
#include "core/memory/gap_fit.h"
#include "core/memory/planner.h"

#include <algorithm>

namespace edgewright::memory {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext&) {
    if (auto valid = validate(problem); !valid) return std::move(valid).error();
    Solution solution;
    for (const Buffer& buffer : problem.buffers)
        if (buffer.fixedOffset) solution.peak = std::max(solution.peak, *buffer.fixedOffset + buffer.size);
    for (const Buffer& buffer : problem.buffers) {
        if (buffer.fixedOffset) {
            solution.offsets.push_back(*buffer.fixedOffset);
            continue;
        }
        const std::int64_t offset = buffer.size == 0 ? 0 : alignUp(solution.peak, buffer.alignment);
        solution.offsets.push_back(offset);
        solution.peak = std::max(solution.peak, offset + buffer.size);
    }
    return solution;
}

} // namespace

extern const Planner no_reuse;
const Planner no_reuse{"no_reuse", "Every tensor at an address of its own", solve};

} // namespace edgewright::memory
