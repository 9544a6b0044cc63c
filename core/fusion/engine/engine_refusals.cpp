// SPDX-License-Identifier: GPL-3.0-or-later
// Refusals whose operators became part of groups afterwards. They are reported when one standard operator could
// do what the groups do, and when at least one of the operators is still outside of groups.
#include "core/fusion/engine/engine.h"

#include <algorithm>
#include <unordered_map>

namespace edgewright::fusion {

// Records the match, if it is a refusal, as the last one of this rule at this node.
void Engine::noteRefusal(std::size_t rule, NodeId id, Match& match) {
    if (m_state.rules[rule].rule->groups) return;
    auto* refused = std::get_if<Refused>(&match);
    if (!refused && m_refusals.standing.empty()) return;
    const RuleAtNode key(id, rule);
    if (!refused) {
        m_refusals.standing.erase(key);
        return;
    }
    const auto [it, isNew] = m_refusals.standing.try_emplace(key);
    if (isNew || it->second.nodes != refused->nodes) {
        m_refusals.mentions[id].push_back(key);
        for (const NodeId each : refused->nodes)
            if (each != id) m_refusals.mentions[each].push_back(key);
    }
    it->second = std::move(*refused);
}

// `nodes` became part of a group; they are in the graph until Workspace::finish().
void Engine::keepRefusalsOf(const std::vector<NodeId>& nodes) {
    if (m_refusals.standing.empty()) return;
    const ir::Graph& graph = m_work.graph();
    for (const NodeId id : nodes) {
        const auto mentions = m_refusals.mentions.find(id);
        if (mentions == m_refusals.mentions.end()) continue;
        for (const auto& key : mentions->second) {
            const auto it = m_refusals.standing.find(key);
            if (it == m_refusals.standing.end()) continue;
            Subsumed subsumed{key.second, std::move(it->second), {}, {}, {}};
            m_refusals.standing.erase(it);
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
            subsumed.names = namesOf(refused);
            m_refusals.subsumed.push_back(std::move(subsumed));
        }
        m_refusals.mentions.erase(mentions);
    }
}

// Reports the subsumed refusals under the ids of the nodes that their operators are in now.
void Engine::reportSubsumed() {
    if (m_refusals.subsumed.empty()) return;
    const ir::Graph& graph = m_work.graph();
    std::unordered_map<NodeId, NodeId> holder; // of a node of the base graph
    for (const NodeId id : graph.order()) {
        const auto& origins = graph.node(id).origins;
        if (origins.empty()) holder.emplace(id, id);
        for (const NodeId origin : origins)
            holder.emplace(origin, id);
    }
    std::set<std::pair<std::string_view, NodeId>> applied; // a rule got there by another way after all
    for (const Step& step : m_state.steps)
        if (step.site.inside == m_inside)
            for (const NodeId node : step.site.nodes)
                applied.emplace(step.rule, node);
    std::set<std::pair<std::size_t, NodeId>> told; // rule and first operator: one group may hold many of them
    for (const Subsumed& each : m_refusals.subsumed) {
        const Rule& rule = *m_state.rules[each.rule].rule;
        if (!m_state.rules[each.rule].on() || applied.contains({rule.name, each.at})) continue;
        Refused refused;
        NodeId first; // of the operators that are there, under its id in the base graph
        std::vector<std::string> names;
        for (std::size_t i = 0; i < each.origins.size(); ++i) {
            const auto it = holder.find(each.origins[i]);
            if (it == holder.end()) continue;
            if (!first.valid()) first = each.origins[i];
            refused.nodes.push_back(it->second);
            names.push_back(each.names[i]);
        }
        if (std::ranges::none_of(refused.nodes, [this](NodeId id) { return isGroup(id); })) continue;
        if (m_reported.contains({each.rule, refused.nodes.front()}) || !told.emplace(each.rule, first).second)
            continue;
        const auto isThere = [&](ValueId id) {
            return id.valid() && graph.contains(id) &&
                   (m_work.connections().producer(id) || !m_work.connections().consumers(id).empty());
        };
        for (const ValueId tensor : each.refused.tensors)
            if (isThere(tensor)) refused.tensors.push_back(tensor);
        refused.reason = each.refused.reason;
        refused.neededOpset = each.refused.neededOpset;
        refuse(rule, std::move(refused), std::move(names));
    }
}

} // namespace edgewright::fusion
