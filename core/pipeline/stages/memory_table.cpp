// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/plan_table_stage.h"

namespace edgewright::pipeline::memory_table_stage {

extern const Stage entry = planTableStage<&Analysis::tableBefore, false>(
    "memory_table", TRANSLATABLE("Stage", "Plan memory of the original graph with every planner"));

} // namespace edgewright::pipeline::memory_table_stage
