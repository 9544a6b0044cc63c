// SPDX-License-Identifier: GPL-3.0-or-later
// What a graph costs between its operators.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>

namespace edgewright::fusion {

// Bytes that one run moves between operators: every value that is no constant counts when it is written by a node
// and once for every node that reads it. Subgraphs included, each once; what happens within a fused group or a
// function is not counted. Values of unknown size count 0; the sum saturates.
std::int64_t trafficBytes(const ir::Graph& graph);

// The same for one node: what it writes and reads, and what its subgraphs move.
std::int64_t trafficBytes(const ir::Graph& graph, const ir::Node& node);

// Operators that run: all nodes but Constant, those of subgraphs included; a group or a call of a function is one.
std::size_t computeNodes(const ir::Graph& graph);
std::size_t computeNodes(const ir::Node& node);

// Bytes of a value that operators hand on; 0 for constants and unknown sizes.
std::int64_t movedBytes(const ir::Value& value);

} // namespace edgewright::fusion
