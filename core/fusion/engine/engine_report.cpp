// SPDX-License-Identifier: GPL-3.0-or-later
// Refusals, possible steps and groups made by hand, as the history has them.
#include "core/fusion/engine/engine.h"

#include "core/base/say.h"
#include "core/fusion/user_group.h"

#include <algorithm>

namespace edgewright::fusion {

// `names`: one for each of the nodes.
void Engine::refuse(const Rule& rule, Refused refused, std::vector<std::string> names) {
    const auto inGroup = [this](NodeId id) { return isGroup(graph().node(id)); };
    Refusal refusal;
    refusal.isFused = !refused.nodes.empty() && std::ranges::all_of(refused.nodes, inGroup);
    const bool isOneGroup =
        std::ranges::count(refused.nodes, refused.nodes.empty() ? NodeId() : refused.nodes.front()) ==
        std::ssize(refused.nodes);
    if (refusal.isFused && !rule.composes && (isOneGroup || !rule.groups)) return;
    const auto unfused = std::ranges::find_if_not(refused.nodes, inGroup);
    if (unfused != refused.nodes.end())
        refusal.firstUnfused = static_cast<std::size_t>(unfused - refused.nodes.begin());
    refusal.rule = rule.name;
    refusal.names = std::move(names);
    refusal.inside = m_patches.place().inside;
    refusal.reason = std::move(refused.reason);
    refusal.neededOpset = refused.neededOpset;
    const NodeId outermost = m_patches.place().outermost();
    if (!outermost.valid()) {
        refusal.nodes = std::move(refused.nodes);
        refusal.tensors = std::move(refused.tensors);
    } else {
        refusal.nodes = {outermost};
        refusal.firstUnfused = 0;
    }
    m_state.refusals.push_back(std::move(refusal));
}

Result<bool> Engine::report() {
    bool again = false;
    m_reported.clear();
    std::vector<std::vector<NodeId>> nodes(m_state.rules.size());
    for (const NodeId id : graph().order())
        for (const std::size_t rule : m_state.rulesForOp(graph().node(id).op))
            nodes[rule].push_back(id);
    for (std::size_t rule = 0; rule < m_state.rules.size(); ++rule) {
        const auto open = reportRule(rule, nodes[rule]);
        if (!open) return open;
        again = again || *open;
    }
    reportSubsumed();
    for (const auto& [place, inner] : m_subgraphs) {
        if (!work().has(place.first)) continue;
        const auto open = inner->report();
        if (!open) return open;
        again = again || *open;
    }
    return again;
}

Result<bool> Engine::reportRule(std::size_t rule, const std::vector<NodeId>& nodes) {
    const RewriteState::Entry& entry = m_state.rules[rule];
    bool again = false;
    std::size_t count = 0;
    for (const NodeId id : nodes) {
        if (!entry.trusted) break;
        if (++count % NodesPerPoll == 0 && m_state.run.stopped()) return cancelled();
        Match match = matchAt(rule, id, false);
        if (auto* refused = std::get_if<Refused>(&match)) {
            const NodeId first = refused->nodes.empty() ? id : refused->nodes.front();
            if (!entry.wanted || !m_reported.emplace(rule, first).second) continue;
            std::erase_if(refused->nodes,
                          [&](NodeId each) { return !each.valid() || !graph().contains(each); });
            std::erase_if(refused->tensors,
                          [&](ValueId each) { return !each.valid() || !graph().contains(each); });
            std::vector<std::string> names = m_patches.place().namesOf(graph(), refused->nodes);
            refuse(*entry.rule, std::move(*refused), std::move(names));
            continue;
        }
        auto* applied = std::get_if<Applied>(&match);
        auto found = applied ? m_patches.candidate(rule, id, std::move(*applied)) : std::nullopt;
        if (!found) continue;
        if (!entry.wanted || m_state.options.skipped.contains(found->site)) {
            if (!work().wouldApply(found->applied.patch, !entry.builtIn)) continue;
            std::vector<std::string> names = m_patches.place().namesOf(graph(), found->applied.nodes);
            nameRewritten(graph(), found->applied.patch);
            m_state.possible.push_back(m_patches.place().stepOf(*found, std::move(names)));
        } else if (!m_state.full() && !m_patches.isExcluded(*found)) {
            m_worklists[rule].push_back(id);
            again = true;
        }
    }
    return again;
}

// Refusals whose operators became part of groups, under the ids of the nodes that those are in now: where one
// standard operator could do what the groups do, and at least one of the operators is outside of groups.
void Engine::reportSubsumed() {
    if (m_patches.refusals().subsumed().empty()) return;
    std::unordered_map<NodeId, NodeId> holder; // of a node of the base graph
    for (const NodeId id : graph().order()) {
        const auto& origins = graph().node(id).origins;
        if (origins.empty()) holder.emplace(id, id);
        for (const NodeId origin : origins)
            holder.emplace(origin, id);
    }
    std::set<std::pair<std::string_view, NodeId>> applied; // a rule got there by another way after all
    for (const Step& step : m_state.steps)
        if (step.site.inside == m_patches.place().inside)
            for (const NodeId node : step.site.nodes)
                applied.emplace(step.rule, node);
    std::set<std::pair<std::size_t, NodeId>> told; // rule and first operator: one group may hold many of them
    for (const SubsumedRefusal& each : m_patches.refusals().subsumed()) {
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
        if (std::ranges::none_of(refused.nodes, [this](NodeId id) { return isGroup(graph().node(id)); }))
            continue;
        if (m_reported.contains({each.rule, refused.nodes.front()}) || !told.emplace(each.rule, first).second)
            continue;
        const auto isThere = [&](ValueId id) {
            return id.valid() && graph().contains(id) &&
                   (work().connections().producer(id) || !work().connections().consumers(id).empty());
        };
        for (const ValueId tensor : each.refused.tensors)
            if (isThere(tensor)) refused.tensors.push_back(tensor);
        refused.reason = each.refused.reason;
        refused.neededOpset = each.refused.neededOpset;
        refuse(rule, std::move(refused), std::move(names));
    }
}

void Engine::applyUserGroups(const std::vector<std::vector<NodeId>>& groups) {
    const NodeId beyond = graph().nextNode();
    const auto labelOf = [&](NodeId id) -> std::string {
        if (work().has(id)) return graph().node(id).label();
        for (const Step& step : m_state.steps)
            for (std::size_t i = 0; i < step.nodes.size(); ++i)
                if (step.nodes[i] == id) return step.names[i];
        return {};
    };
    for (const std::vector<NodeId>& group : groups) {
        if (m_state.full()) return;
        Match match = NoMatch{};
        for (const NodeId id : group) {
            const std::string label = id.valid() && id < beyond ? labelOf(id) : std::string();
            if (label.empty())
                match = Refused{{}, {}, say("one of the chosen operators is not in this graph")};
            else if (!work().has(id))
                match = Refused{{}, {}, say("{1} is in another group that was made by hand", label)};
            if (std::holds_alternative<Refused>(match)) break;
        }
        if (std::holds_alternative<NoMatch>(match)) match = fuseUserGroup(view(), group);
        if (auto* applied = std::get_if<Applied>(&match)) {
            Found found;
            found.site = m_patches.place().siteOf(graph(), {}, applied->nodes);
            found.applied = std::move(*applied);
            std::vector<std::string> names = m_patches.place().namesOf(graph(), found.applied.nodes);
            work().begin();
            if (work().apply(found.applied.patch, found.applied.nodes, false, &found.benefit) ==
                Workspace::Outcome::Applied) {
                m_state.steps.push_back(m_patches.place().stepOf(found, std::move(names)));
                finishPatches();
                continue;
            }
            match = Refused{{}, {}, say("one node for these operators {1}", work().fault())};
        }
        Refusal refusal;
        for (const NodeId id : group)
            if (id.valid() && id < beyond && !labelOf(id).empty()) {
                refusal.nodes.push_back(id);
                refusal.names.push_back(labelOf(id));
            }
        auto& refused = std::get<Refused>(match);
        refusal.tensors = std::move(refused.tensors);
        refusal.reason = std::move(refused.reason);
        m_state.refusedUserGroups.push_back(std::move(refusal));
    }
}

} // namespace edgewright::fusion
