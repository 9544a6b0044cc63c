// SPDX-License-Identifier: GPL-3.0-or-later
// Steps, refusals and possible steps as the history has them.
#include "core/fusion/engine/engine.h"

#include "core/fusion/user_group.h"

#include <algorithm>

namespace edgewright::fusion {

Site Engine::siteOf(std::string_view rule, const std::vector<NodeId>& nodes) const {
    Site site;
    site.rule = rule;
    site.inside = m_inside;
    for (const NodeId id : nodes) {
        if (!m_work.graph().contains(id)) continue;
        const auto& origins = m_work.graph().node(id).origins;
        if (origins.empty()) site.nodes.push_back(id);
        site.nodes.insert(site.nodes.end(), origins.begin(), origins.end());
    }
    std::ranges::sort(site.nodes);
    site.nodes.erase(std::unique(site.nodes.begin(), site.nodes.end()), site.nodes.end());
    return site;
}

std::vector<std::string> Engine::namesOf(const std::vector<NodeId>& nodes) const {
    std::vector<std::string> names;
    for (const NodeId id : nodes)
        names.push_back(m_work.graph().contains(id) ? m_prefix + m_work.graph().node(id).label()
                                                    : std::string());
    return names;
}

// A rewritten node without a name goes on under the label that people know it by.
void Engine::nameRewritten(ir::Patch& patch) const {
    for (ir::Node& added : patch.added) {
        if (!added.name.empty()) continue;
        for (const NodeId removed : patch.removed)
            if (m_work.graph().contains(removed) && m_work.graph().node(removed).op == added.op) {
                added.name = m_work.graph().node(removed).label();
                break;
            }
    }
}

ir::Patch Engine::wrapped(ir::Patch patch) const {
    for (auto step = m_path.rbegin(); step != m_path.rend(); ++step) {
        ir::Patch around;
        around.inside = std::make_shared<const ir::PatchInside>(
            ir::PatchInside{step->first, step->second, std::move(patch)});
        patch = std::move(around);
    }
    return patch;
}

// Moves from `found`. `names`: of its nodes, as they were before the patch.
Step Engine::stepOf(Found& found, std::vector<std::string> names) const {
    Step step;
    step.names = std::move(names);
    step.rule = found.site.rule;
    if (m_path.empty()) {
        step.nodes = std::move(found.applied.nodes);
        for (const ir::Node& node : found.applied.patch.added)
            step.made.push_back(node.id);
    } else {
        step.nodes = {m_path.front().first};
    }
    step.reason = std::move(found.applied.reason);
    step.patch = wrapped(std::move(found.applied.patch));
    step.site = found.site;
    step.benefit = found.benefit;
    return step;
}

bool Engine::isGroup(NodeId id) const {
    const ir::Node& node = m_work.graph().node(id);
    return node.domain == ir::FusedDomain && node.body;
}

// `names`: one for each of the nodes.
void Engine::refuse(const Rule& rule, Refused refused, std::vector<std::string> names) {
    Refusal refusal;
    refusal.isFused =
        !refused.nodes.empty() && std::ranges::all_of(refused.nodes, [this](NodeId id) { return isGroup(id); });
    const bool isOneGroup =
        std::ranges::count(refused.nodes, refused.nodes.empty() ? NodeId() : refused.nodes.front()) ==
        std::ssize(refused.nodes);
    if (refusal.isFused && !rule.composes && (isOneGroup || !rule.groups)) return;
    const auto unfused = std::ranges::find_if(refused.nodes, [this](NodeId id) { return !isGroup(id); });
    if (unfused != refused.nodes.end())
        refusal.firstUnfused = static_cast<std::size_t>(unfused - refused.nodes.begin());
    refusal.rule = rule.name;
    refusal.names = std::move(names);
    refusal.inside = m_inside;
    refusal.reason = std::move(refused.reason);
    refusal.neededOpset = refused.neededOpset;
    if (m_path.empty()) {
        refusal.nodes = std::move(refused.nodes);
        refusal.tensors = std::move(refused.tensors);
    } else {
        refusal.nodes = {m_path.front().first};
        refusal.firstUnfused = 0;
    }
    m_state.refusals.push_back(std::move(refusal));
}

Result<bool> Engine::report() {
    bool again = false;
    m_reported.clear();
    std::vector<std::vector<NodeId>> nodes(m_state.rules.size());
    for (const NodeId id : m_work.graph().order())
        for (const std::size_t rule : m_state.rulesForOp(m_work.graph().node(id).op))
            nodes[rule].push_back(id);
    for (std::size_t rule = 0; rule < m_state.rules.size(); ++rule) {
        const auto open = reportRule(rule, nodes[rule]);
        if (!open) return open;
        again = again || *open;
    }
    reportSubsumed();
    for (const auto& [place, inner] : m_subgraphs) {
        if (!m_work.has(place.first)) continue;
        const auto open = inner->report();
        if (!open) return open;
        again = again || *open;
    }
    return again;
}

Result<bool> Engine::reportRule(std::size_t rule, const std::vector<NodeId>& nodes) {
    const RewriteState::Entry& entry = m_state.rules[rule];
    const ir::Graph& graph = m_work.graph();
    bool again = false;
    std::size_t count = 0;
    for (const NodeId id : nodes) {
        if (!entry.trusted) break;
        if (++count % NodesPerPoll == 0 && m_state.run.stopped()) return cancelled();
        Match match = matchAt(rule, id, false);
        if (auto* refused = std::get_if<Refused>(&match)) {
            const NodeId first = refused->nodes.empty() ? id : refused->nodes.front();
            if (!entry.wanted || !m_reported.emplace(rule, first).second) continue;
            std::erase_if(refused->nodes, [&](NodeId each) { return !each.valid() || !graph.contains(each); });
            std::erase_if(refused->tensors,
                          [&](ValueId each) { return !each.valid() || !graph.contains(each); });
            std::vector<std::string> names = namesOf(refused->nodes);
            refuse(*entry.rule, std::move(*refused), std::move(names));
            continue;
        }
        auto* applied = std::get_if<Applied>(&match);
        auto found = applied ? validateCandidate(rule, id, std::move(*applied)) : std::nullopt;
        if (!found) continue;
        if (!entry.wanted || m_state.options.skipped.contains(found->site)) {
            if (!m_work.wouldApply(found->applied.patch, !entry.builtIn)) continue;
            std::vector<std::string> names = namesOf(found->applied.nodes);
            nameRewritten(found->applied.patch);
            m_state.possible.push_back(stepOf(*found, std::move(names)));
        } else if (!m_state.full() && !isExcluded(*found)) {
            m_worklists[rule].push_back(id);
            again = true;
        }
    }
    return again;
}

void Engine::applyUserGroups(const std::vector<std::vector<NodeId>>& groups) {
    const NodeId beyond = m_work.graph().nextNode();
    const auto labelOf = [&](NodeId id) -> std::string {
        if (m_work.has(id)) return m_work.graph().node(id).label();
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
                match = Refused{{}, {}, "one of the chosen operators is not in this graph"};
            else if (!m_work.has(id))
                match = Refused{{}, {}, label + " is in another group that was made by hand"};
            if (std::holds_alternative<Refused>(match)) break;
        }
        if (std::holds_alternative<NoMatch>(match)) match = fuseUserGroup(view(), group);
        if (auto* applied = std::get_if<Applied>(&match)) {
            Found found;
            found.site = siteOf({}, applied->nodes);
            found.applied = std::move(*applied);
            std::vector<std::string> names = namesOf(found.applied.nodes);
            m_work.begin();
            if (m_work.apply(found.applied.patch, found.applied.nodes, false, &found.benefit) ==
                Workspace::Outcome::Applied) {
                m_state.steps.push_back(stepOf(found, std::move(names)));
                finishPatches();
                continue;
            }
            match = Refused{{}, {}, "one node for these operators " + m_work.fault()};
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
