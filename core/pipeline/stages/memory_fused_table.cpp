// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/plan_table_stage.h"

namespace edgewright::pipeline::memory_fused_table_stage {

extern const Stage entry = planTableStage<&Analysis::tableAfter, true>(
    "memory_fused_table", TRANSLATABLE("Stage", "Plan memory of the fused graph with every planner"));

} // namespace edgewright::pipeline::memory_fused_table_stage
