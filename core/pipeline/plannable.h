// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs that no memory plan can be made for.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"

namespace edgewright::pipeline {

// BadInput for a graph with a cycle, or with values whose bytes, one by one or together, are beyond 64 bits: a
// plan of the rest would look like one of the model. O(nodes + values).
Result<void> expectPlannable(const ir::Graph& graph);

} // namespace edgewright::pipeline
