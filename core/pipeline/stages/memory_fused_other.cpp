// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/memory_stage.h"

namespace edgewright::pipeline::memory_fused_other_stage {

extern const Stage entry = memoryStage<&Analysis::otherAfter, true, true>(
    "memory_fused_other", TRANSLATABLE("Stage", "Plan memory of the fused graph with another planner"));

} // namespace edgewright::pipeline::memory_fused_other_stage
