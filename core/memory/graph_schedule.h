// SPDX-License-Identifier: GPL-3.0-or-later
// From a graph to the problem of putting its operators in order, and back.
#pragma once

#include "core/ir/graph.h"
#include "core/memory/liveness.h"
#include "core/memory/scheduler.h"

namespace edgewright::memory {

struct GraphSchedule {
    ScheduleProblem problem;   // the order as given is that of execution
    std::vector<NodeId> nodes; // by operator; what lies on a cycle or is known beforehand is none
};

// Counts what `liveness` counts with the same options but without `parts`: of any order, the schedule's peak is
// the lower bound of the packing problem that the reordered graph has, which with parts is never above it.
GraphSchedule scheduleProblem(const ir::Graph& graph, const LivenessOptions& options = {});

// The graph with its nodes in the order that `order` gives to `schedule.nodes`. What is known beforehand comes
// before the first that waits for it, what nobody waits for behind all others, what lies on a cycle last. Ids
// stay as they are.
ir::Graph reordered(const ir::Graph& graph, const GraphSchedule& schedule,
                    std::span<const std::uint32_t> order);

} // namespace edgewright::memory
