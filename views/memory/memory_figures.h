// SPDX-License-Identifier: GPL-3.0-or-later
// The memory charts as figures: memory-gantt-before/after, memory-arena-before/after, memory-arena-compare.
#pragma once

#include "views/memory/arena_painter.h"
#include "views/memory/gantt_painter.h"
#include "views/support/figure.h"

namespace edgewright::views {

// A missing side is left out.
std::vector<Figure> memoryFigures(std::shared_ptr<const PlanSide> before, std::shared_ptr<const PlanSide> after,
                                  RowOrder order);

} // namespace edgewright::views
