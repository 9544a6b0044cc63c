// SPDX-License-Identifier: GPL-3.0-or-later
// Refusals whose operators become part of groups afterwards.
#pragma once

#include "core/fusion/engine/graph_place.h"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edgewright::fusion {

// A refusal whose operators have become part of a group.
struct SubsumedRefusal {
    std::size_t rule = 0;
    Refused refused;
    NodeId at;                   // base nodes from here on
    std::vector<NodeId> origins; // one for each of refused.nodes, like the names
    std::vector<std::string> names;
};

// Taken back together with a patch, as a value.
class RefusalNotes {
public:
    // Records the match, if it is a refusal, moving from it, as the last one of this rule at this node.
    void note(std::size_t rule, NodeId id, Match& match);
    // `nodes` of `graph` became part of a group; they are in the graph until Workspace::finish().
    void subsume(const ir::Graph& graph, const std::vector<NodeId>& nodes, const GraphPlace& place);
    const std::vector<SubsumedRefusal>& subsumed() const { return m_subsumed; }

private:
    using RuleAtNode = std::pair<NodeId, std::size_t>; // node and rule

    std::map<RuleAtNode, Refused> m_standing; // the last matches that were refusals
    // By node: the keys of m_standing whose refusals name it, with some that no longer do.
    std::unordered_map<NodeId, std::vector<RuleAtNode>> m_mentions;
    std::vector<SubsumedRefusal> m_subsumed;
};

} // namespace edgewright::fusion
