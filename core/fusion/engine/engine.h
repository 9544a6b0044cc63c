// SPDX-License-Identifier: GPL-3.0-or-later
// Rules to a fixed point, on a graph and on the subgraphs in it.
//
// A worklist for each rule holds the nodes that it is still to be matched at. The values whose connections a
// match reads (GraphView) are recorded as its dependencies; a patch puts every (rule, node) that depends on a
// value that it touches back on the worklist.
#pragma once

#include "core/fusion/engine/dependents.h"
#include "core/fusion/engine/patch_applier.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace edgewright::fusion {

inline constexpr std::size_t NodesPerPoll = 64; // nodes between two looks at RunContext::stopped

class Engine {
public:
    explicit Engine(RewriteState& state, ir::Graph graph, GraphPlace place = {}, bool runs = true);

    // Options::userGroups, before any rule.
    void applyUserGroups(const std::vector<std::vector<NodeId>>& groups);
    // Applies rules until none applies any more, in subgraphs as well.
    Result<void> runToFixpoint();
    // Adds refusals and possible steps. True when a rule would still apply: runToFixpoint() must go on.
    Result<bool> report();
    ir::Graph take() { return work().take(); }

private:
    Workspace& work() { return m_patches.work(); }
    const Workspace& work() const { return m_patches.work(); }
    const ir::Graph& graph() const { return work().graph(); }
    GraphView view() const { return {graph(), work().connections(), m_state.opsets, &m_claimed}; }

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
    std::size_t applyAll(std::vector<Found> found);
    void finishPatches();

    Result<bool> reportRule(std::size_t rule, const std::vector<NodeId>& nodes);
    void reportSubsumed();
    void refuse(const Rule& rule, Refused refused, std::vector<std::string> names);

    RewriteState& m_state;
    PatchApplier m_patches;
    Dependents m_dependents;
    // By rule: nodes that it is to be matched at, with repetitions; some may be removed by now.
    std::vector<std::vector<NodeId>> m_worklists;
    std::vector<std::pair<std::size_t, NodeId>> m_groupCandidates; // rule and node, for selectGroups()
    std::vector<ValueId> m_trace;                        // values whose connections the current match read
    std::unordered_set<NodeId> m_claimed;                // see GraphView::taken
    std::set<std::pair<std::size_t, NodeId>> m_reported; // rule and first node of the refusals
    std::map<std::pair<NodeId, std::string>, std::unique_ptr<Engine>> m_subgraphs;
};

} // namespace edgewright::fusion
