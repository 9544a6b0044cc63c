// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the memory page about plans.
#pragma once

#include "views/memory/chart/plan_side.h"

namespace edgewright::views {

// "3.20 MiB, 12 % less than before (3.64 MiB) · lower bound ...". `reference`: the arena before; 0: none.
QString planSummary(const PlanSide& side, std::int64_t reference);
// The tensors that are planned: "5 tensors in 4 buffers, side by side 18.0 KiB, shared in place (sum of
// buffers) 14.0 KiB", of both sides where they differ.
QString contentText(const PlanSide* first, const PlanSide* second);
// The answer of the page (PageAnswer): what fusion saves (where the fused graph has narrower tensors, with what
// of both is alive at the peak), or how the second planner differs from the first, how close to the best that
// is, and where the peak is. Its links lead to "before", "after" (the peak of that column) and "planners".
// Empty without what it is about.
QString fusionAnswer(const PlanSide* before, const PlanSide* after);
// `nameA`, `nameB`: what the two are called, as rich text; empty: their planners.
QString plannerAnswer(const PlanSide* a, const PlanSide* b, const QString& nameA = {},
                      const QString& nameB = {});
QString planAnswer(const PlanSide& side, bool after); // of one graph alone
// Its planner, and its order where the other plan has another one.
QString planName(const pipeline::MemoryPlan& plan, const pipeline::MemoryPlan& other);
// "Step 12 of 154 · Conv_12 (Conv) · 1.20 MiB alive · arena used up to 1.50 MiB"
QString stepText(const PlanSide& side, std::int64_t step);
// The reason why there is nothing to show, and what to do; empty when there is a plan.
QString emptyStateText(const pipeline::Analysis* analysis, bool anyPlan);
// The reason why one of the two graphs has none.
QString missingText(const pipeline::Analysis* analysis, bool after);

} // namespace edgewright::views
