// SPDX-License-Identifier: GPL-3.0-or-later
// The memory of the graphs that run inside of a node: the branches of an If, the body of a Loop or Scan, the
// members of a call.
//
// The node has one buffer for them while it runs. Branches take turns in it; each run of a body starts at the
// same places. What a body hands to its next run lies apart from what that run is given, to which it is copied.
#pragma once

#include "core/ir/graph.h"
#include "core/memory/liveness.h"
#include "core/memory/packing/problem.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace edgewright::memory {

struct BodyPlan {
    std::string name; // of the attribute: "then_branch", "body"; of a call: its operator
    std::shared_ptr<const ir::Graph> graph;
    Liveness liveness; // of `graph`
    Solution solution;
    // Given by the node, and handed back to it, where both are planned: no pair of them shares bytes at the
    // end.
    std::vector<ValueId> given, handed;
};

// Calls may grow without measure where functions call functions: what is beyond stays unplanned.
struct BodyBudget {
    std::size_t nodes = 200'000;   // of bodies, as often as they are planned
    std::size_t callNodes = 1'000; // of calls
    int depth = 64;                // of graphs within graphs
    bool said = false;             // that something is beyond
};

// True if the node runs graphs of its own that take memory: no group that one kernel computes.
bool runsGraphs(const ir::Node& node);
// The reason why the graphs that the node runs are not planned; empty: they are.
std::string whyUnplanned(const ir::Node& node);

// A plan for each graph inside of `node`, a node of `graph`, in the order of ir::ArenaPlan::bodies.
std::shared_ptr<const std::vector<BodyPlan>> planBodies(const ir::Graph& graph, const ir::Node& node,
                                                        const LivenessOptions& options, BodyBudget& budget);
// The plans of all nodes of the graph, for LivenessOptions::bodies.
std::unordered_map<NodeId, std::shared_ptr<const std::vector<BodyPlan>>>
planBodies(const ir::Graph& graph, const LivenessOptions& options);

// Bytes of the buffer that holds them.
std::int64_t bytesOf(const std::vector<BodyPlan>& plans);

// As memory::liveness, with what is left of the budget.
Liveness liveness(const ir::Graph& graph, const LivenessOptions& options, BodyBudget& budget);

} // namespace edgewright::memory
