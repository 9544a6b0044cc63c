// SPDX-License-Identifier: GPL-3.0-or-later
// The graphs that the devices of a split run.
#pragma once

#include "core/partition/graph_problem.h"

namespace edgewright::partition {

// A graph for each stage, with the ids and names of the whole one: its operators, and what they read that is
// known beforehand. Inputs are what it receives, outputs what it sends, both in the order of
// GraphProblem::tensors. Weights of other stages are left out. `made`: of `graph`; `split`: of its steps.
std::vector<ir::Graph> stageGraphs(const ir::Graph& graph, const GraphProblem& made, const Split& split);

} // namespace edgewright::partition
