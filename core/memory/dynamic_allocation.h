// SPDX-License-Identifier: GPL-3.0-or-later
// The heap of a runtime that knows nothing of the future.
#pragma once

#include "core/base/run_context.h"
#include "core/memory/gap_fit.h"

namespace edgewright::memory {

// Buffers in the order of birth, those of one step the largest first; what dies in a step is free for what is
// born in it. The problem must be valid. Fills Solution::allocations and Solution::fragmentation.
Result<Solution> allocateDynamically(const Problem& problem, Fit fit, const RunContext& run);

} // namespace edgewright::memory
