// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/memory_stage.h"

namespace edgewright::pipeline::memory_fused_stage {

extern const Stage entry = memoryStage<&Analysis::memoryAfter, true, false>(
    "memory_fused", TRANSLATABLE("Stage", "Plan memory of the fused graph"));

} // namespace edgewright::pipeline::memory_fused_stage
