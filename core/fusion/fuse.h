// SPDX-License-Identifier: GPL-3.0-or-later
// Applies rules to a fixed point and keeps what happened: the history is the list of patches.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/fusion/rule.h"

#include <set>
#include <string>
#include <vector>

namespace edgewright::fusion {

struct Options {
    std::set<std::string, std::less<>> without; // names of rules that are switched off
    std::size_t patchLimit = SIZE_MAX;          // stop after so many patches: for stepping and bisecting
};

struct Step {
    std::string rule;
    std::vector<NodeId> nodes; // fused nodes, ids of the graph before this step
    std::vector<NodeId> made;  // nodes that the patch added
    std::string reason;
    ir::Patch patch;
    std::vector<std::string> names; // labels of `nodes`, since those may be gone from the final graph
};

struct Refusal {
    std::string rule;
    std::vector<NodeId> nodes; // ids of the final graph
    std::vector<ValueId> tensors;
    std::string reason;
    std::vector<std::string> names;
};

// base graph + steps = graph. Node ids are stable: a node that no step touched has the same id in both graphs.
struct History {
    ir::Graph base;
    ir::Graph graph;
    std::vector<Step> steps;
    std::vector<Refusal> refusals; // what still does not fuse in `graph`, one per (rule, node)

    // Nodes of the base graph that `node` of `graph` stands for (itself when untouched).
    std::vector<NodeId> originsOf(NodeId node) const;
    // Nodes of `graph` that stand for base node `node`; empty when it was folded away.
    std::vector<NodeId> heirsOf(NodeId node) const;
};

// `graph` must have inferred types; the result has them too.
Result<History> fuse(const ir::Graph& graph, const ir::Opsets& opsets, const Options& options = {},
                     const RunContext& run = {});

} // namespace edgewright::fusion
