// SPDX-License-Identifier: GPL-3.0-or-later
// A history with extents in the place of symbols, to be measured: the graph that was fused is one whose extents
// are open, and another might fuse where they are known.
#pragma once

#include "core/base/result.h"
#include "core/fusion/fuse.h"
#include "core/ops/infer.h"

namespace edgewright::pipeline {

// The same steps with the same nodes; values have the types that follow from `bindings`, steps what they save
// then. O(steps * nodes).
Result<fusion::History> withExtents(const fusion::History& history, const ir::Bindings& bindings,
                                    const RunContext& run = {});

} // namespace edgewright::pipeline
