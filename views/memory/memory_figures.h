// SPDX-License-Identifier: GPL-3.0-or-later
// The memory charts as figures: memory-gantt-before/after, memory-arena-before/after, memory-arena-compare,
// memory-arena-planners, memory-searches.
#pragma once

#include "views/memory/chart/arena_painter.h"
#include "views/memory/chart/gantt_painter.h"
#include "views/memory/chart/search_curve.h"
#include "views/support/figure/slide.h"

namespace edgewright::views {

struct MemoryPlans {
    std::shared_ptr<const PlanSide> before, after;      // the original and the fused graph
    std::shared_ptr<const PlanSide> plannerA, plannerB; // two planners on one of them
    std::vector<SearchTrace> searches = {};             // on one of them
    std::int64_t bound = 0;                             // bytes that they cannot get below
};

// Missing plans are left out.
std::vector<Figure> memoryFigures(const MemoryPlans& plans, RowOrder order, const RowGroups& groups = {});

// The arena in one step, whose words are its headline; goes on by steps. `answer`: of the page.
Slide memoryStepSlide(const std::shared_ptr<const PlanSide>& side, std::int64_t step, const QString& answer);

} // namespace edgewright::views
