// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/panels/provenance.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

Provenance::Provenance(const fusion::History& history, std::size_t steps) : m_history(history) {
    const std::size_t count = std::min(steps, history.steps.size());
    for (std::size_t i = 0; i < count; ++i) {
        const fusion::Step& step = history.steps[i];
        if (!step.site.inside.empty()) continue; // its ids are those of a subgraph
        std::set<NodeId> origins;
        for (const NodeId removed : step.patch.removed) {
            m_removedBy[removed] = i;
            m_made.erase(removed);
            if (const auto known = m_origins.find(removed); known != m_origins.end())
                origins.insert(known->second.begin(), known->second.end());
            else
                origins.insert(removed);
        }
        for (const ir::Node& made : step.patch.added) {
            m_origins[made.id] = {origins.begin(), origins.end()};
            m_made.emplace(made.id, &made);
        }
    }
    for (const auto& [made, node] : m_made) {
        const std::vector<NodeId>& origins = m_origins[made];
        for (const NodeId origin : origins)
            m_heirs[origin].push_back(made);
        if (origins.size() > 1) m_groups.push_back({made, origins});
    }
}

std::vector<NodeId> Provenance::originsOf(NodeId node) const {
    const auto found = m_origins.find(node);
    return found == m_origins.end() ? std::vector<NodeId>{node} : found->second;
}

std::vector<NodeId> Provenance::descendantsOf(NodeId node) const {
    if (const auto found = m_heirs.find(node); found != m_heirs.end()) return found->second;
    return m_removedBy.count(node) != 0 ? std::vector<NodeId>{} : std::vector<NodeId>{node};
}

const fusion::Step* Provenance::removedBy(NodeId node) const {
    const auto found = m_removedBy.find(node);
    return found == m_removedBy.end() ? nullptr : &m_history.steps[found->second];
}

Provenance::Sides Provenance::sidesOf(NodeId node) const {
    Sides sides;
    for (const NodeId origin : originsOf(node))
        if (m_history.base.contains(origin)) {
            sides.before.insert(origin);
            for (const NodeId heir : descendantsOf(origin))
                sides.after.insert(heir);
        }
    if (m_made.count(node) != 0) sides.after.insert(node);
    for (const NodeId heir : std::set<NodeId>(sides.after))
        for (const NodeId origin : originsOf(heir))
            sides.before.insert(origin);
    return sides;
}

Changes Provenance::changes() const {
    Changes changes;
    for (const NodeId id : m_history.base.order())
        if (m_removedBy.count(id) != 0)
            changes[id] = m_heirs.count(id) != 0 ? Change::Absorbed : Change::Removed;
    for (const auto& [made, node] : m_made) {
        const std::vector<NodeId>& origins = m_origins.at(made);
        const auto same = std::ranges::find_if(origins, [made = node, &origins, this](NodeId id) {
            if (!m_history.base.contains(id)) return false;
            const ir::Node& origin = m_history.base.node(id);
            return origins.size() == 1 || (origin.op == made->op && origin.domain == made->domain);
        });
        changes[made] = same == origins.end() ? Change::Added : Change::Changed;
        if (same != origins.end()) changes[*same] = Change::Changed;
    }
    return changes;
}

QString Provenance::whyGone(NodeId node) const {
    const fusion::Step* step = removedBy(node);
    if (!step || !descendantsOf(node).empty()) return {};
    const QString reason = QString::fromStdString(step->reason);
    const QString name =
        m_history.base.contains(node) ? QString::fromStdString(m_history.base.node(node).label()) : QString();
    return step->made.empty()
               ? QCoreApplication::translate("edgewright::views::Provenance", "%1 was removed: %2")
                     .arg(name, reason)
               : QCoreApplication::translate("edgewright::views::Provenance", "%1 has no partner: %2")
                     .arg(name, reason);
}

} // namespace edgewright::views
