// SPDX-License-Identifier: GPL-3.0-or-later
// "Fuse these": operators that a person picked, as one group, if that is legal.
#pragma once

#include "core/fusion/rule.h"

#include <vector>

namespace edgewright::fusion {

// One group of `nodes` (in any order), or why that cannot be; never NoMatch. Legal are two or more nodes of the
// graph that are connected with each other, that no path leaves and enters again, and that a group can hold: no
// control flow, no calls of functions, no unknown operators, no random numbers, no sequences across its border.
// What leaves the group is said in the reason; it may be several tensors.
Match fuseUserGroup(const GraphView& view, std::vector<NodeId> nodes);
// The same, for one question about a graph in execution order.
Match fuseUserGroup(const ir::Graph& graph, const ir::Opsets& opsets, std::vector<NodeId> nodes);

} // namespace edgewright::fusion
