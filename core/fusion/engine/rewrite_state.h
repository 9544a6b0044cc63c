// SPDX-License-Identifier: GPL-3.0-or-later
// State that the engines of a graph and of all subgraphs in it share.
#pragma once

#include "core/base/memory_budget.h"
#include "core/fusion/fuse.h"

#include <string>
#include <unordered_map>
#include <vector>

namespace edgewright::fusion {

// The decision between overlapping groups.
struct Strategy {
    bool selects = false; // by what they save, see candidate_selection.h; else by the rules' order
    // That order with one rule moved ahead, in front of another one; empty: as it is.
    std::string ahead = {};
    std::string before = {};
};

struct RewriteState {
    // `base` decides how much memory the constants may take that patches make.
    RewriteState(const ir::Graph& base, const ir::Opsets& opsets, const Options& options, const RunContext& run,
                 const Strategy& strategy);

    struct Entry {
        const Rule* rule = nullptr;
        bool builtIn = true;
        bool wanted = true;  // not switched off by the options
        bool trusted = true; // false from its first illegal patch, exception or endless rewriting on
        std::size_t patches = 0;
        bool on() const { return wanted && trusted; }
    };

    const ir::Opsets& opsets;
    const Options& options;
    const RunContext& run;
    bool selects = false; // see Strategy
    std::vector<Entry> rules;
    std::size_t maxPatches = 0; // steps; grows with the nodes. More mean that rules undo each other
    MemoryBudget memory;        // of constants that patches make

    std::vector<Step> steps;
    std::vector<Refusal> refusedUserGroups;
    std::vector<Refusal> refusals;
    std::vector<Step> possible;
    Diagnostics faults;
    std::unordered_map<std::string, std::vector<std::size_t>> rulesByOp;

    // Indices into `rules` of those that may match at nodes of this operator (Rule::roots), ascending.
    const std::vector<std::size_t>& rulesForOp(const std::string& op);

    // A fault of the rule, in node `at` of the outermost graph. A rule of the catalogue keeps its other
    // patches; one that came from elsewhere is switched off.
    void disableRule(std::size_t rule, const char* code, const std::string& what, NodeId at);

    bool full() const { return steps.size() >= options.patchLimit; }
};

} // namespace edgewright::fusion
