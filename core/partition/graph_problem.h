// SPDX-License-Identifier: GPL-3.0-or-later
// The problem of a graph: what is cut are its operators, in execution order.
#pragma once

#include "core/ir/graph.h"
#include "core/partition/problem.h"

namespace edgewright::partition {

struct GraphProblem {
    Problem problem;              // without devices
    std::vector<NodeId> nodes;    // of each step
    std::vector<ValueId> tensors; // of each of the problem's tensors
    std::vector<ValueId> weights; // of each of its weights
};

// Steps are the operators that run: what is known beforehand is a weight of those that read it. A tensor whose
// extents the data decide counts with the most bytes that they can make. BadInput for a graph with a cycle,
// Unsupported where a tensor has no known size (open extents, sequences, strings).
Result<GraphProblem> problemOf(const ir::Graph& graph);

} // namespace edgewright::partition
