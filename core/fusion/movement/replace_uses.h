// SPDX-License-Identifier: GPL-3.0-or-later
// Dropping an operator whose output is a value that exists anyway.
#pragma once

#include "core/fusion/rule.h"

#include <string>
#include <vector>

namespace edgewright::fusion {

// Removes node `id`, whose only used output is its first, y; readers of y read `x` instead, which has the same
// elements. When y is a graph output, the producer of x writes y itself, so that the output keeps its name.
// `others` are shown as part of the match. Refuses when a name cannot be kept or a subgraph reads a value that
// would go.
Match replaceAllUsesWith(const GraphView& view, NodeId id, ValueId x, std::string reason,
                         std::vector<NodeId> others = {});

} // namespace edgewright::fusion
