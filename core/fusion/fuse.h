// SPDX-License-Identifier: GPL-3.0-or-later
// Applies rules to a fixed point and keeps what happened: the history is the list of patches.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/fusion/rule.h"
#include "core/fusion/traffic.h"

#include <set>
#include <string>
#include <vector>

namespace edgewright::fusion {

// A place where something was or is to be fused: the rule (empty: by hand) and the nodes of the base graph that
// take part (Applied::nodes, or what they stand for), in ascending order. Stays valid when other things are
// fused or not.
struct Site {
    std::string rule;
    std::vector<NodeId> nodes;
    // The subgraph that `nodes` belong to; empty: the graph itself. "12/then_branch" is that attribute of
    // node 12, "12/then_branch/3/body" a subgraph in there.
    std::string inside = {};
    friend auto operator<=>(const Site&, const Site&) = default;
};

// The decisions of a person. Equal options on equal graphs give equal histories: they are the history that is
// saved.
struct Options {
    std::set<std::string, std::less<>> without = rulesOffByDefault(); // names of rules that are switched off
    std::size_t patchLimit = SIZE_MAX;           // stop after so many patches: for stepping and bisecting
    std::set<Site> skipped;                      // single applications that are not wanted
    std::vector<std::vector<NodeId>> userGroups; // base nodes that become one group each, before any rule
    std::int64_t opsetLimit = 0; // the opset of the standard domain may be raised up to this; 0: it stays
    // Choose among overlapping candidates by traffic instead of by the rules' order. Never more traffic
    // (traffic.h) than in the rules' order: where that is better, it is what one gets.
    bool leastTraffic = false;
    friend bool operator==(const Options&, const Options&) = default;
};

// One application. In a subgraph (site.inside) `nodes` is the node of the graph that holds it, `made` is empty,
// and `names` begin with the way there: "then_branch/Conv_3".
struct Step {
    std::string rule;          // empty: by hand
    std::vector<NodeId> nodes; // fused nodes, ids of the graph before this step
    std::vector<NodeId> made;  // nodes that the patch added
    std::string reason;
    ir::Patch patch;
    std::vector<std::string> names; // labels of `nodes`, since those may be gone from the final graph
    Site site;                      // for Options::skipped
    // Its savings on the graph as it was then: over all steps of a history, what runCost() of `base` is above
    // that of `graph`.
    Benefit benefit;
};

// In a subgraph `nodes` and `names` are as in Step, and there are no `tensors`. Operators that were refused and
// became part of a group later stand under their own names, and under the id of the group.
struct Refusal {
    std::string rule;          // empty: by hand
    std::vector<NodeId> nodes; // ids of the final graph; by hand those of the base graph
    std::vector<ValueId> tensors;
    std::string reason;
    std::vector<std::string> names;
    std::string inside = {}; // see Site
    // All nodes are groups: they are fused. The rule would put one standard operator in their place
    // (`composes`, rule.h) or make one group of several (`groups`), but for the reason. Other refusals of such
    // nodes are not told.
    bool isFused = false;
    std::int64_t neededOpset = 0;
    std::size_t firstUnfused = 0; // index in `nodes` of the first that is no group; unless isFused
};

// base graph + steps = graph. Node ids are stable: a node that no step touched has the same id in both graphs.
struct History {
    // The given graph, in execution order; at a higher opset where Options::opsetLimit asks for it, and from
    // OldestLoadedOpset (upgrade.h) on, so that runtimes load the result.
    ir::Graph base;
    ir::Graph graph;
    std::vector<Step> steps;
    // All that still does not fuse in `graph`, one per rule and node; of operators that have become part of a
    // group one per rule and operator, so that the group may have several.
    std::vector<Refusal> refusals;
    // Steps that would apply to `graph` but were skipped or switched off. `patch` is against `graph`.
    std::vector<Step> possible;
    // Rules that are not to be trusted, by name: "illegal-patch" (rolled back), "threw" or "endless" (changed
    // the graph again and again). Such a rule was switched off from there on. And "opset-not-raised", of a node
    // that keeps the model at an opset that runtimes do not load.
    Diagnostics faults;
    ir::Opsets opsets; // of `base` and `graph`

    // Nodes of the base graph that `node` of `graph` stands for (itself when untouched).
    std::vector<NodeId> originsOf(NodeId node) const;
    // Nodes of `graph` that stand for base node `node`; empty when it was folded away.
    std::vector<NodeId> descendantsOf(NodeId node) const;
};

// The graph after the first `steps` steps (all, when there are fewer): what fuse() with that patchLimit
// returns. Fails (Internal) for a history that was not made by fuse().
Result<ir::Graph> graphAt(const History& history, std::size_t steps);

// `graph` must have inferred types; the result has them too.
Result<History> fuse(const ir::Graph& graph, const ir::Opsets& opsets, const Options& options = {},
                     const RunContext& run = {});

} // namespace edgewright::fusion
