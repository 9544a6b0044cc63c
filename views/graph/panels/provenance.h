// SPDX-License-Identifier: GPL-3.0-or-later
// The nodes of the fused graph that stand for nodes of the original: History::originsOf and descendantsOf of
// all nodes at once, in time that grows with the size of the history alone.
#pragma once

#include "core/fusion/fuse.h"
#include "views/graph/picture/graph_marks.h"

#include <QString>

#include <map>
#include <set>
#include <unordered_map>
#include <vector>

namespace edgewright::views {

class Provenance {
public:
    // The history must stay alive. After `steps` steps of it.
    explicit Provenance(const fusion::History& history, std::size_t steps = SIZE_MAX);

    // A node that no step touched stands for itself.
    std::vector<NodeId> originsOf(NodeId node) const;
    std::vector<NodeId> descendantsOf(NodeId node) const;
    // The step that took `node` out of the graph; null when it is still there.
    const fusion::Step* removedBy(NodeId node) const;
    // Both sides of what `node` of either side belongs to: of the group all members and all heirs.
    struct Sides {
        std::set<NodeId> before, after;
    };
    Sides sidesOf(NodeId node) const;
    // Nodes of the base graph that are one node after these steps, and that node.
    struct Group {
        NodeId node;
        std::vector<NodeId> members;
    };
    const std::vector<Group>& groups() const { return m_groups; }
    // Changes of the nodes of either graph; what did not change is not listed. A node that several became is
    // Added and they are Absorbed, but for one of its own operator: the two are one node that was Changed.
    Changes changes() const;
    // The reason why a base node has no heir: "removed: Identity_3 only passes its input on". Empty when it has
    // one.
    QString whyGone(NodeId node) const;

private:
    const fusion::History& m_history;
    std::unordered_map<NodeId, std::vector<NodeId>> m_origins; // of made nodes, in the end or on the way
    std::unordered_map<NodeId, std::vector<NodeId>> m_heirs;   // of base nodes that are gone
    std::unordered_map<NodeId, std::size_t> m_removedBy;       // step
    std::map<NodeId, const ir::Node*> m_made;                  // and still there; in the history's patches
    std::vector<Group> m_groups;
};

} // namespace edgewright::views
