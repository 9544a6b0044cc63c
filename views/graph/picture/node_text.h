// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes as text, to be pasted into a message or a report.
#pragma once

#include "core/ir/graph.h"

#include <QString>

#include <vector>

namespace edgewright::views {

// A paragraph for each node: operator and name, then inputs, outputs and attributes with types.
QString nodesAsText(const ir::Graph& graph, const std::vector<NodeId>& nodes);

} // namespace edgewright::views
