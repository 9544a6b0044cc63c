// SPDX-License-Identifier: GPL-3.0-or-later
// The number of groups that TVM's published rules make of a graph (Relay's FuseOps): written anew from their
// description, as a yardstick that shares nothing with the rules but the classification of single operators.
#pragma once

#include "core/ir/graph.h"

#include <vector>

namespace edgewright::fusion::test {

std::vector<std::vector<NodeId>> publishedGroups(const ir::Graph& graph, const ir::Opsets& opsets);

} // namespace edgewright::fusion::test
