// SPDX-License-Identifier: GPL-3.0-or-later
// Rules to a fixed point, on a graph and on the subgraphs in it.
//
// A worklist for each rule holds the nodes that it is still to be matched at. The values whose connections a
// match reads (GraphView) are recorded as its dependencies; a patch puts every (rule, node) that depends on a
// value that it touches back on the worklist.
#pragma once

#include "core/base/memory_budget.h"
#include "core/fusion/engine/workspace.h"
#include "core/fusion/fuse.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace edgewright::fusion {

inline constexpr std::size_t NodesPerPoll = 64; // nodes between two looks at RunContext::stopped

// The decision between overlapping groups.
struct Strategy {
    bool selects = false; // by what they save, see selection.h; else by the rules' order
    // That order with one rule moved ahead, in front of another one; empty: as it is.
    std::string ahead = {};
    std::string before = {};
};

// State that the engines of a graph and of all subgraphs in it share.
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

    bool full() const { return steps.size() >= options.patchLimit; }
};

// The patch makes one group or several, and does nothing else.
bool makesGroups(const ir::Patch& patch);

class Engine {
public:
    // The engine of the outermost graph: `inside` and the path there are empty.
    Engine(RewriteState& state, ir::Graph graph);

    // Options::userGroups, before any rule.
    void applyUserGroups(const std::vector<std::vector<NodeId>>& groups);
    // Applies rules until none applies any more, in subgraphs as well.
    Result<void> runToFixpoint();
    // Adds refusals and possible steps. True when a rule would still apply: runToFixpoint() must go on.
    Result<bool> report();
    ir::Graph take() { return m_work.take(); }

private:
    // From the outermost graph to this one: nodes, and their attributes that hold the next graph.
    using SubgraphPath = std::vector<std::pair<NodeId, std::string>>;
    struct Found {
        std::size_t rule = 0;
        NodeId at;
        Applied applied;
        Site site;
        Benefit benefit;
    };

    Engine(RewriteState& state, ir::Graph graph, SubgraphPath path, std::string inside, std::string prefix);
    GraphView view() const { return {m_work.graph(), m_work.connections(), m_state.opsets, &m_claimed}; }

    Result<void> runRulesToFixpoint();
    Result<bool> runSubgraphs();
    Result<std::size_t> applyRule(std::size_t rule);
    Result<std::size_t> drainWorklist(std::size_t rule, bool once, bool& postponed);
    Result<std::size_t> selectGroups();
    std::vector<NodeId> takeWorklist(std::size_t rule);
    void enqueue(NodeId id); // on the worklist of every rule that may match at it
    void sortByRank(std::vector<NodeId>& nodes) const;
    // `remember`: records the dependencies of the match and, moving from it, a refusal.
    Match matchAt(std::size_t rule, NodeId id, bool remember);
    std::optional<Found> validateCandidate(std::size_t rule, NodeId id, Applied applied);
    bool fitsMemory(const ir::Patch& patch);
    bool isExcluded(const Found& found) const;
    std::size_t applyAll(std::vector<Found> found);
    void applyEach(std::vector<Found>& found);
    void applyVerified(std::vector<Found> found);
    bool applyOne(Found& found);
    void finishPatches();
    void noteDependent(std::uint32_t& first, std::size_t rule, NodeId id);
    void invalidateDependents(ValueId value);
    void disableRule(std::size_t rule, const char* code, const std::string& what);

    Site siteOf(std::string_view rule, const std::vector<NodeId>& nodes) const;
    std::vector<std::string> namesOf(const std::vector<NodeId>& nodes) const;
    void nameRewritten(ir::Patch& patch) const;
    Step stepOf(Found& found, std::vector<std::string> names) const;
    ir::Patch wrapped(ir::Patch patch) const;
    Result<bool> reportRule(std::size_t rule, const std::vector<NodeId>& nodes);
    void refuse(const Rule& rule, Refused refused, std::vector<std::string> names);
    bool isGroup(NodeId id) const;
    void noteRefusal(std::size_t rule, NodeId id, Match& match);
    void keepRefusalsOf(const std::vector<NodeId>& nodes);
    void reportSubsumed();

    RewriteState& m_state;
    Workspace m_work;
    SubgraphPath m_path;
    std::string m_inside; // Site::inside
    std::string m_prefix; // of names: "then_branch/"
    bool m_runs = true;   // false: inside of a node whose outputs are known beforehand
    static constexpr std::uint32_t NoDependent = ~std::uint32_t(0);
    struct Dependent {
        std::uint32_t rule = 0;
        NodeId node;
        std::uint32_t next = NoDependent; // in m_dependentPool
    };
    std::vector<Dependent> m_dependentPool;
    std::vector<std::uint32_t> m_dependents;     // by value: head of a list in m_dependentPool
    std::uint32_t m_freeDependent = NoDependent; // head of the list of unused entries
    // By rule: nodes that it is to be matched at, with repetitions; some may be removed by now.
    std::vector<std::vector<NodeId>> m_worklists;
    std::vector<std::pair<std::size_t, NodeId>> m_groupCandidates; // rule and node, for selectGroups()
    std::vector<ValueId> m_trace;         // values whose connections the current match read
    std::unordered_set<NodeId> m_claimed; // see GraphView::taken

    using RuleAtNode = std::pair<NodeId, std::size_t>; // node and rule
    struct Subsumed {                                  // a refusal whose operators have become part of a group
        std::size_t rule = 0;
        Refused refused;
        NodeId at;                   // base nodes from here on
        std::vector<NodeId> origins; // one for each of refused.nodes, like the names
        std::vector<std::string> names;
    };
    struct RefusalNotes {                       // taken back together with a patch
        std::map<RuleAtNode, Refused> standing; // the last matches that were refusals
        // By node: the keys of `standing` whose refusals name it, with some that no longer do.
        std::unordered_map<NodeId, std::vector<RuleAtNode>> mentions;
        std::vector<Subsumed> subsumed;
    };
    RefusalNotes m_refusals;
    std::set<std::pair<std::size_t, NodeId>> m_reported;   // rule and first node of the refusals
    std::vector<std::pair<std::string, NodeId>> m_illegal; // rule and node of illegal patches
    std::map<std::pair<NodeId, std::string>, std::unique_ptr<Engine>> m_subgraphs;
};

} // namespace edgewright::fusion
