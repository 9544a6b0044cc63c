// SPDX-License-Identifier: GPL-3.0-or-later
// The graph whose memory is planned, which is the one that runs: lowered (core/exec/lower.h), and with those
// fused groups taken apart again whose kernel needs more memory at the peak than its members do one by one.
//
// A kernel reads all inputs of its group at once. Where a residual is made late in the model and added by the
// convolution's kernel, it has to be there before the convolution starts: three tensors are alive where there
// were two.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/exec/lower.h"
#include "core/ir/graph.h"
#include "core/memory/liveness.h"

#include <cstdint>
#include <vector>

namespace edgewright::pipeline {

// BadInput for a graph with a cycle, or with values whose bytes, one by one or together, are beyond 64 bits: a
// plan of the rest would look like one of the model. O(nodes + values).
Result<void> expectPlannable(const ir::Graph& graph);

struct ExecutionGraph {
    // One group that runs member by member for the sake of memory.
    struct Split {
        NodeId group;           // of the given graph: the group, or the node that it is part of, or runs in
        std::int64_t bytes = 0; // by which the most live bytes fell, together with the splits before
    };

    exec::Lowered lowered;
    std::vector<Split> splits; // in the order of decision

    const ir::Graph& graph() const { return *lowered.graph; }
    NodeId given(NodeId node) const { return lowered.given(node); }
};

// Types of `graph` should be inferred. Fails for one that cannot be planned as a whole (expectPlannable). With
// `options.inPlace` off, groups stay as they are: nothing is reused then.
Result<ExecutionGraph> executionGraph(const ir::Graph& graph, const ir::Opsets& opsets,
                                      const memory::LivenessOptions& options, const RunContext& run = {});

} // namespace edgewright::pipeline
