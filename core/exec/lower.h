// SPDX-License-Identifier: GPL-3.0-or-later
// The graph as it runs: a fused group that one kernel computes is one step, any other group and any call of a
// function is replaced by its members, so that every tensor that takes memory is a value of the graph.
//
//   x -> [Resize, Conv, Add, Relu] -> y      =>      x -> Resize -> [Conv, Add, Relu] -> y
#pragma once

#include "core/base/run_context.h"
#include "core/ir/graph.h"

#include <memory>
#include <unordered_set>
#include <vector>

namespace edgewright::exec {

struct Lowered {
    std::shared_ptr<const ir::Graph> graph;
    // By node id from `firstMember` on: the node of the given graph that this one is a member of. Nodes below
    // are those of the given graph, and so are all values that it has.
    std::vector<NodeId> memberOf;
    std::size_t firstMember = 0;

    // The node of the given graph that `node` is, or is a member of.
    NodeId given(NodeId node) const {
        return node.index() < firstMember ? node : memberOf[node.index() - firstMember];
    }
};

// True if one kernel computes the group, a node of `graph`, when its operands are what their types say.
bool isOneKernel(const ir::Graph& graph, const ir::Node& group, const ir::Opsets& opsets);

// Lowers a graph with inferred types (ops::inferTypes), its subgraphs included. Members go where the last node
// of the imported model that they stand for was, as far as producers let them: the order is that of the model,
// not that of the groups. Groups named in `split` (of the given graph, or of one that was lowered before) run
// member by member, whatever kernels there are. Lowering a lowered graph changes nothing. Of calls that grow
// without measure (functions that each call another one twice) some are left. Once the run is stopped, with
// what was lowered by then.
Lowered lower(const ir::Graph& graph, const ir::Opsets& opsets, const std::unordered_set<NodeId>& split = {},
              const RunContext& run = {});

} // namespace edgewright::exec
