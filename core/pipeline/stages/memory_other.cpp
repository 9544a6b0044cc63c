// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/memory_stage.h"

namespace edgewright::pipeline::memory_other_stage {

extern const Stage entry = memoryStage<&Analysis::otherBefore, false, true>(
    "memory_other", TRANSLATABLE("Stage", "Plan memory of the original graph with another planner"));

} // namespace edgewright::pipeline::memory_other_stage
