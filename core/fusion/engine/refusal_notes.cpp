// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/refusal_notes.h"

namespace edgewright::fusion {

void RefusalNotes::note(std::size_t rule, NodeId id, Match& match) {
    auto* refused = std::get_if<Refused>(&match);
    if (!refused && m_standing.empty()) return;
    const RuleAtNode key(id, rule);
    if (!refused) {
        m_standing.erase(key);
        return;
    }
    const auto [it, isNew] = m_standing.try_emplace(key);
    if (isNew || it->second.nodes != refused->nodes) {
        m_mentions[id].push_back(key);
        for (const NodeId each : refused->nodes)
            if (each != id) m_mentions[each].push_back(key);
    }
    it->second = std::move(*refused);
}

void RefusalNotes::subsume(const ir::Graph& graph, const std::vector<NodeId>& nodes, const GraphPlace& place) {
    if (m_standing.empty()) return;
    for (const NodeId id : nodes) {
        const auto mentions = m_mentions.find(id);
        if (mentions == m_mentions.end()) continue;
        for (const auto& key : mentions->second) {
            const auto it = m_standing.find(key);
            if (it == m_standing.end()) continue;
            SubsumedRefusal subsumed{key.second, std::move(it->second), {}, {}, {}};
            m_standing.erase(it);
            std::vector<NodeId>& refused = subsumed.refused.nodes;
            if (refused.empty()) refused.push_back(key.first);
            std::erase_if(refused, [&](NodeId each) { return !each.valid() || !graph.contains(each); });
            const auto originOf = [&](NodeId each) {
                const auto& origins = graph.node(each).origins;
                return origins.empty() ? each : origins.front();
            };
            subsumed.at = graph.contains(key.first) ? originOf(key.first) : key.first;
            for (const NodeId each : refused)
                subsumed.origins.push_back(originOf(each));
            subsumed.names = place.namesOf(graph, refused);
            m_subsumed.push_back(std::move(subsumed));
        }
        m_mentions.erase(mentions);
    }
}

} // namespace edgewright::fusion
