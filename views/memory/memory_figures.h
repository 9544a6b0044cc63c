// SPDX-License-Identifier: GPL-3.0-or-later
// The memory charts as figures: memory-gantt-before/after, memory-arena-before/after, memory-arena-compare,
// memory-arena-planners.
#pragma once

#include "views/memory/arena_painter.h"
#include "views/memory/gantt_painter.h"
#include "views/support/figure.h"

namespace edgewright::views {

struct MemoryPlans {
    std::shared_ptr<const PlanSide> before, after;      // the original and the fused graph
    std::shared_ptr<const PlanSide> plannerA, plannerB; // two planners on one of them
};

// What is missing is left out.
std::vector<Figure> memoryFigures(const MemoryPlans& plans, RowOrder order);

} // namespace edgewright::views
