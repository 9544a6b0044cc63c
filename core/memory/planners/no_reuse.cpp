// SPDX-License-Identifier: GPL-3.0-or-later
// Every buffer on its own: the memory that a program without any plan needs, and what others are measured
// against. Objective: none. Guarantee: peak = sum of the aligned sizes (behind any fixed buffers). O(n).
#include "core/base/propagate.h"
#include "core/base/translatable.h"
#include "core/memory/packing/bounds.h"
#include "core/memory/packing/gap_fit.h"
#include "core/memory/packing/planner.h"

#include <algorithm>
#include <utility>

namespace edgewright::memory::no_reuse_planner {

namespace {

Result<Solution> solve(const Problem& problem, const PlannerOptions&, const RunContext&) {
    RETURN_IF_ERROR(validate(problem));
    std::int64_t end = 0;
    for (const Buffer& buffer : problem.buffers)
        if (buffer.fixedOffset) end = std::max(end, *buffer.fixedOffset + buffer.size);
    std::vector<std::int64_t> offsets;
    for (const Buffer& buffer : problem.buffers) {
        if (buffer.fixedOffset) {
            offsets.push_back(*buffer.fixedOffset);
            continue;
        }
        offsets.push_back(buffer.size == 0 ? 0 : alignUp(end, buffer.alignment));
        end = std::max(end, offsets.back() + buffer.size);
    }
    return concluded(problem, std::move(offsets));
}

} // namespace

extern const Planner entry{"no_reuse", TRANSLATABLE("Setting", "Every tensor at an address of its own"), solve};

} // namespace edgewright::memory::no_reuse_planner
