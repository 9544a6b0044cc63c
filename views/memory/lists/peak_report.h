// SPDX-License-Identifier: GPL-3.0-or-later
// Who is alive in a step, what each of them costs, and what keeps the arena from being smaller. Pure.
#pragma once

#include "views/memory/chart/plan_side.h"

namespace edgewright::views {

struct AliveTensor {
    LifeId life; // whose content the buffer holds
    std::int64_t bytes = 0;
    double share = 0; // of the bytes alive in the step
    // The number that the lower bound would fall to if these bytes were not needed at all; only within the
    // first MaxExplained.
    std::optional<std::int64_t> boundWithout;
};
inline constexpr std::size_t MaxExplained = 200;

struct StepReport {
    std::int64_t step = 0;
    std::int64_t live = 0;          // bytes
    std::int64_t unused = 0;        // between and below them
    std::vector<AliveTensor> alive; // the largest first
};
StepReport reportOf(const PlanSide& side, std::int64_t step);

// The reason why the arena is as large as it is: bytes, fragmentation, outcome. One or two sentences.
QString whatBlocks(const PlanSide& side);

} // namespace edgewright::views
