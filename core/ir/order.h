// SPDX-License-Identifier: GPL-3.0-or-later
// Execution order: producers before consumers.
#pragma once

#include "core/ir/graph.h"

#include <vector>

namespace edgewright::ir {

struct Order {
    std::vector<NodeId> nodes;  // every node outside cycles, producers first
    std::vector<NodeId> cyclic; // nodes on or behind a cycle, in graph order
};

// Stable: among ready nodes the one that comes first in graph.order() goes first (Kahn, O((V + E) log V)).
Order executionOrder(const Graph& graph);

} // namespace edgewright::ir
