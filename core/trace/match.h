// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of a graph that a span of a profile was.
#pragma once

#include "core/ir/graph.h"
#include "core/trace/trace.h"

#include <string>
#include <vector>

namespace edgewright::trace {

enum class By {
    Nothing,
    Name,   // of a node, or of several: "Conv_5 + Add_6 + Relu_7", "{ForeignNode[Conv_5...Relu_7]}"
    Tensor, // that a node writes: ONNX Runtime calls a kernel after the last tensor that it writes
    Order,  // the n-th operator of its kind: runtimes that do not know the names
};

struct Match {
    By by = By::Nothing;
    std::vector<NodeId> nodes; // in the order in which the span names them
};

struct Matches {
    std::vector<Match> spans; // by span of the trace
    // Names of spans that belong to an operator but to no node, each once, in order; with those whose name fits
    // two nodes.
    std::vector<std::string> unmatched, ambiguous;
    std::size_t operators = 0; // spans that stand for operators
    std::size_t matched = 0;   // of them
};

// A run that comes again (a profile of ten inferences) matches the same nodes again.
Matches matchTo(const Trace& trace, const ir::Graph& graph);

} // namespace edgewright::trace
