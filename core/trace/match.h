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
    Launch, // of a device: the operator of the host that it was started within
    Gap,    // between two that are matched: kernels that a compiler named after what they compute
};

struct Match {
    By by = By::Nothing;
    std::vector<NodeId> nodes; // in the order in which the span names them
    // The span is of all from one node to another: its time is that of none of them alone.
    bool isRange = false;
    std::uint32_t pass = 0; // of the network, where `by` is Order or Launch
};

struct Matches {
    std::vector<Match> spans; // by span of the trace
    // Names of spans that belong to an operator but to no node, each once, in order; with those whose name fits
    // two nodes.
    std::vector<std::string> unmatched, ambiguous;
    std::size_t operators = 0;               // spans that stand for operators; of a device, its kernels
    std::size_t matched = 0;                 // of them
    double seconds = 0, matchedSeconds = 0;  // of both
    std::size_t names = 0, matchedNames = 0; // that differ; where there are passes, those of calls of one kind
    std::size_t passes = 0;                  // of the network in the profile; 0: names tell, which come again
    std::vector<std::uint32_t> timed = {};   // those spans, in order: what times are sums of

    // Counts a span that stands for an operator and takes `time` seconds; true if it is matched.
    bool sum(std::uint32_t span, double time);
    double share() const { return seconds > 0 ? matchedSeconds / seconds : 0; } // of the time
};

// A run that comes again (a profile of ten inferences) matches the same nodes again.
Matches matchTo(const Trace& trace, const ir::Graph& graph);

// A clause of doubt that the trace is of this model: "another network: 3 % of its names are here", "only 57.0 %
// of the time of kernels belongs to nodes of this model: ..."; empty where most of the names are here and, of a
// device, most of the time.
std::string otherModelText(const Trace& trace, const Matches& matches);

} // namespace edgewright::trace
