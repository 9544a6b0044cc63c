// SPDX-License-Identifier: GPL-3.0-or-later
// Rules to a fixed point, on a graph and on the subgraphs in it.
//
// A rule is asked about a node again only when something that its last answer came from has changed: what a
// match asks of the connections (GraphView) is noted, and a patch calls those matches up that asked about what
// it touches.
#pragma once

#include "core/base/memory_budget.h"
#include "core/fusion/fuse.h"
#include "core/fusion/workspace.h"

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

// How overlapping groups are decided between.
struct Strategy {
    bool selects = false; // by what they save, see selection.h; else by the rules' order
    // That order with one rule moved ahead, in front of another one; empty: as it is.
    std::string ahead = {};
    std::string before = {};
};

// What all levels of nested graphs share.
struct Campaign {
    // `base` decides how much memory the constants may take that patches make.
    Campaign(const ir::Graph& base, const ir::Opsets& opsets, const Options& options, const RunContext& run,
             const Strategy& strategy);

    struct Entry {
        const Rule* rule = nullptr;
        bool builtIn = true;
        bool wanted = true;  // not switched off by the options
        bool trusted = true; // has not done what no rule may do
        std::size_t patches = 0;
        bool on() const { return wanted && trusted; }
    };

    const ir::Opsets& opsets;
    const Options& options;
    const RunContext& run;
    bool selects = false; // see Strategy
    std::vector<Entry> rules;
    std::size_t mostPatches = 0; // more would mean that rules undo each other
    MemoryBudget memory;         // of constants that patches make

    std::vector<Step> steps;
    std::vector<Refusal> refusedByHand;
    std::vector<Refusal> refusals;
    std::vector<Step> possible;
    Diagnostics faults;
    std::unordered_map<std::string, std::vector<std::size_t>> askableByOp;

    // The rules whose match may have something to say about nodes of such an operator (Rule::roots).
    const std::vector<std::size_t>& askable(const std::string& op);

    bool full() const { return steps.size() >= options.patchLimit; }
};

// The patch makes one group or several, and does nothing else.
bool makesGroups(const ir::Patch& patch);

class Engine {
public:
    // Of the graph itself: `inside` and the way there are empty.
    Engine(Campaign& campaign, ir::Graph graph);

    // Groups that were asked for, of nodes of the base graph.
    void applyByHand(const std::vector<std::vector<NodeId>>& groups);
    // Until no rule finds anything any more, in subgraphs as well.
    Result<void> settle();
    // Adds refusals and possible steps. True when a rule would still apply: settle() must go on.
    Result<bool> report();
    ir::Graph take() { return m_work.take(); }

private:
    struct Way { // from the outermost graph to this one
        NodeId node;
        std::string attribute;
    };
    struct Found {
        std::size_t rule = 0;
        NodeId at;
        Applied applied;
        Site site;
        Benefit benefit;
    };

    Engine(Campaign& campaign, ir::Graph graph, std::vector<Way> way, std::string inside, std::string prefix);
    GraphView view() const { return {m_work.graph(), m_work.connections(), m_campaign.opsets, &m_taken}; }

    Result<void> settleHere();
    Result<bool> settleSubgraphs();
    Result<std::size_t> sweep(std::size_t rule);
    Result<std::size_t> sweepOnce(std::size_t rule, bool once, bool& postponed);
    Result<std::size_t> selectGroups();
    std::vector<NodeId> takePending(std::size_t rule);
    void askAbout(NodeId id); // every rule that may have something to say
    void sortByRank(std::vector<NodeId>& nodes) const;
    // `remember`: the rule is asked again when something has changed; a refusal is kept here then, and moved
    // from.
    Match ask(std::size_t rule, NodeId id, bool remember);
    std::optional<Found> considered(std::size_t rule, NodeId id, Applied applied);
    bool isLeftOut(const Found& found) const;
    bool fitsMemory(const ir::Patch& patch);
    std::size_t applyAll(std::vector<Found> found);
    void applyEach(std::vector<Found>& found);
    void applyVerified(std::vector<Found> found);
    bool applyOne(Found& found);
    void finishPatches();
    void noteAsker(std::uint32_t& first, std::size_t rule, NodeId id);
    void callUp(ValueId value);
    void distrust(std::size_t rule, const char* code, const std::string& what);

    Site siteOf(std::string_view rule, const std::vector<NodeId>& nodes) const;
    std::vector<std::string> namesOf(const std::vector<NodeId>& nodes) const;
    void nameRewritten(ir::Patch& patch) const;
    Step stepOf(Found& found, std::vector<std::string> names) const;
    ir::Patch wrapped(ir::Patch patch) const;
    Result<bool> reportRule(std::size_t rule, const std::vector<NodeId>& nodes);
    void refuse(std::string_view rule, Refused refused, std::vector<std::string> names);
    void noteAnswer(std::size_t rule, NodeId id, Match& match);
    void keepRefusalsOf(const std::vector<NodeId>& nodes);
    void reportSwallowed();

    Campaign& m_campaign;
    Workspace m_work;
    std::vector<Way> m_way;
    std::string m_inside; // Site::inside
    std::string m_prefix; // of names: "then_branch/"
    static constexpr std::uint32_t NoDependent = ~std::uint32_t(0);
    struct Dependent {
        std::uint32_t rule = 0;
        NodeId node;
        std::uint32_t next = NoDependent; // in m_dependents
    };
    std::vector<Dependent> m_dependents;
    std::vector<std::uint32_t> m_askers;  // by value: the first of those who asked about it
    std::uint32_t m_unused = NoDependent; // the first of those that are no longer any
    // By rule: nodes that it is to be asked about, with repetitions; they may be gone.
    std::vector<std::vector<NodeId>> m_pending;
    std::vector<std::pair<std::size_t, NodeId>> m_waiting; // groups to be chosen from
    std::vector<ValueId> m_trace;
    std::unordered_set<NodeId> m_taken; // see GraphView::taken

    using AskedAt = std::pair<NodeId, std::size_t>; // node and rule
    struct Swallowed {                              // a refusal whose operators have become part of a group
        std::size_t rule = 0;
        Refused refused;
        NodeId at;                   // base nodes from here on
        std::vector<NodeId> origins; // one for each of refused.nodes, like the names
        std::vector<std::string> names;
    };
    struct RefusalsKept {                    // patches change them, and so does taking a patch back
        std::map<AskedAt, Refused> standing; // last answers that were refusals
        std::unordered_map<NodeId, std::vector<AskedAt>> mentions; // by the nodes of those, and older ones
        std::vector<Swallowed> swallowed;
    };
    RefusalsKept m_kept;
    std::set<std::pair<std::size_t, NodeId>> m_reported;    // rule and first node of the refusals
    std::vector<std::pair<std::string, NodeId>> m_rejected; // rule and node of illegal patches
    std::map<std::pair<NodeId, std::string>, std::unique_ptr<Engine>> m_subgraphs;
};

} // namespace edgewright::fusion
