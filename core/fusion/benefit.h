// SPDX-License-Identifier: GPL-3.0-or-later
// What a patch saves, before it is applied.
#pragma once

#include "core/fusion/fuse.h"

namespace edgewright::fusion {

// `patch` is against view.graph and legal. The traffic is trafficBytes() of the graph before less that after.
Benefit benefitOf(const GraphView& view, const ir::Patch& patch);

} // namespace edgewright::fusion
