// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/stages/memory_stage.h"

namespace edgewright::pipeline::memory_stage {

extern const Stage entry = memoryStage<&Analysis::memoryBefore, false, false>(
    "memory", TRANSLATABLE("Stage", "Plan memory of the original graph"));

} // namespace edgewright::pipeline::memory_stage
