// SPDX-License-Identifier: GPL-3.0-or-later
// The cost of a graph outside of its operators.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <functional>

namespace edgewright::fusion {

// The cost of one run. Of a difference of two graphs the savings, so negative where it costs.
struct Benefit {
    std::int64_t launches = 0;     // operator calls
    std::int64_t trafficBytes = 0; // written and read between operators, weights not counted
    friend bool operator==(const Benefit&, const Benefit&) = default;
};

// Calls: every operator, those of subgraphs included, each once; a fused group or a call of a function is one.
// What is known when the model is loaded is no call and moves nothing. Traffic: every value that is not known
// beforehand counts when a node writes it and once for each node that reads it; what happens within a group or
// a function is not counted. Values of unknown size count 0; the sum saturates.
Benefit runCost(const ir::Graph& graph);

// The same for one node, whose values are those that `valueOf` finds; null where there is none.
using ValueOf = std::function<const ir::Value*(ValueId)>;
Benefit runCost(const ir::Node& node, const ValueOf& valueOf);

inline std::int64_t calls(const ir::Graph& graph) { return runCost(graph).launches; }
inline std::int64_t trafficBytes(const ir::Graph& graph) { return runCost(graph).trafficBytes; }

// Operators that are written in the graph: all nodes but Constant, those of subgraphs included, whether they
// are known beforehand or not; a group or a call of a function is one.
std::size_t computeNodes(const ir::Graph& graph);

} // namespace edgewright::fusion
