// SPDX-License-Identifier: GPL-3.0-or-later
// The title of an operator, and of operators that are one: the same name on every page.
#pragma once

#include "core/ir/graph.h"

#include <QString>

#include <vector>

namespace edgewright::views {

// "Conv"; of a fused group its members, "Conv + BN + Relu", the first four; of a call of a function, and of a
// group whose function has a name, "Attention · 18 nodes".
QString operatorTitle(const ir::Node& node);
// The title is such a function with the count of its nodes.
bool isTitledByFunction(const ir::Node& node);
// The title of nodes that are, or could be, one. Those that `graph` does not have are left out.
QString operatorsText(const ir::Graph& graph, const std::vector<NodeId>& nodes);

} // namespace edgewright::views
