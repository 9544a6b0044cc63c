// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/engine.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/fusion/engine/candidate_selection.h"
#include "core/ir/known_beforehand.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <exception>

namespace edgewright::fusion {

namespace {

constexpr std::size_t MaxFusedDepth = 32;

} // namespace

Engine::Engine(RewriteState& state, ir::Graph given, GraphPlace place, bool runs)
    : m_state(state), m_patches(state, std::move(given), std::move(place), runs),
      m_dependents(graph().valueCount()), m_worklists(state.rules.size()) {
    for (const NodeId id : graph().order())
        enqueue(id);
    state.maxPatches += 8 * graph().nodeCount() + 64;
}

void Engine::enqueue(NodeId id) {
    for (const std::size_t rule : m_state.rulesForOp(graph().node(id).op))
        m_worklists[rule].push_back(id);
}

Result<void> Engine::runToFixpoint() {
    for (;;) {
        RETURN_IF_ERROR(runRulesToFixpoint());
        if (m_patches.place().path.size() >= MaxFusedDepth) return {};
        ASSIGN_OR_RETURN(const auto changed, runSubgraphs());
        if (!changed) return {};
    }
}

// A rule is applied only when the worklists of all rules before it are empty. O(steps x rules) worklist visits.
Result<void> Engine::runRulesToFixpoint() {
    std::size_t at = 0;
    while (!m_state.full()) {
        if (at == m_state.rules.size()) {
            ASSIGN_OR_RETURN(const auto chosen, selectGroups());
            if (chosen == 0) break;
            at = 0;
            continue;
        }
        if (!m_state.rules[at].on()) {
            ++at;
            continue;
        }
        ASSIGN_OR_RETURN(const auto applied, applyRule(at));
        at = applied > 0 ? 0 : at + 1;
        m_state.run.report(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(m_worklists.size()));
        if (m_state.steps.size() > m_state.maxPatches) return internalError("fusion rules undo each other");
    }
    return {};
}

Result<bool> Engine::runSubgraphs() {
    std::vector<std::pair<NodeId, std::string>> places;
    for (const NodeId id : graph().order()) {
        const ir::Node& node = graph().node(id);
        if (!node.body && !ops::find(node.domain, node.op)) continue; // nobody knows how it runs them
        for (const ir::Attribute& attribute : node.attributes)
            if (const auto* graph = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
                graph && *graph)
                places.emplace_back(id, attribute.name);
    }
    bool changed = false;
    for (const auto& [id, attribute] : places) {
        if (m_state.full()) break;
        auto& inner = m_subgraphs[{id, attribute}];
        if (!inner) {
            const ir::Node& node = graph().node(id);
            inner = std::make_unique<Engine>(m_state, *node.graph(attribute),
                                             m_patches.place().within(node, attribute),
                                             m_patches.runs() && !ir::isKnownBeforehand(graph(), node));
        }
        const std::size_t before = m_state.steps.size();
        RETURN_IF_ERROR(inner->runToFixpoint());
        if (m_state.steps.size() == before) continue;
        work().setSubgraph(id, attribute, std::make_shared<const ir::Graph>(inner->graph()));
        enqueue(id);
        changed = true;
    }
    if (changed) finishPatches();
    return changed;
}

Match Engine::matchAt(std::size_t rule, NodeId id, bool remember) {
    Match match = NoMatch{};
    m_trace.clear();
    if (remember) work().traceTo(&m_trace);
    try {
        match = m_state.rules[rule].rule->match(view(), id);
    } catch (const std::exception& error) {
        m_state.disableRule(rule, "threw", say("threw an exception ({1})", error.what()),
                            m_patches.place().outermost());
    } catch (...) {
        m_state.disableRule(rule, "threw", say("threw an exception"), m_patches.place().outermost());
    }
    work().traceTo(nullptr);
    if (remember && !m_state.rules[rule].rule->groups) m_patches.refusals().note(rule, id, match);
    for (const ValueId value : m_trace)
        if (graph().contains(value)) m_dependents.note(value, rule, id);
    return match;
}

// In execution order, each once.
void Engine::sortByRank(std::vector<NodeId>& nodes) const {
    const auto rank = [&](NodeId id) { return work().connections().rank(id); };
    if (!std::ranges::is_sorted(nodes, {}, rank)) std::ranges::sort(nodes, {}, rank);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

std::vector<NodeId> Engine::takeWorklist(std::size_t rule) {
    std::vector<NodeId> nodes = std::exchange(m_worklists[rule], {});
    std::erase_if(nodes, [&](NodeId id) { return !work().has(id); });
    sortByRank(nodes);
    return nodes;
}

// Drains the rule's worklist; once more when nothing was applied and nodes were put off.
Result<std::size_t> Engine::applyRule(std::size_t rule) {
    bool postponed = false;
    auto applied = drainWorklist(rule, true, postponed);
    if (applied && *applied == 0 && postponed) applied = drainWorklist(rule, false, postponed);
    return applied;
}

// Matches the rule at every node of its worklist and applies the patches that do not overlap. `once`: nodes
// that an earlier patch of this call removes go back on the worklist unmatched; `postponed` tells whether any
// did.
Result<std::size_t> Engine::drainWorklist(std::size_t rule, bool once, bool& postponed) {
    const auto nodes = takeWorklist(rule);
    std::vector<Found> found;
    m_claimed.clear();
    const auto isClaimed = [&](NodeId id) { return m_claimed.contains(id); };
    const auto postpone = [&](NodeId id) {
        m_worklists[rule].push_back(id);
        postponed = true;
    };
    std::size_t count = 0;
    for (const NodeId id : nodes) {
        if (++count % NodesPerPoll == 0 && m_state.run.stopped()) return cancelled();
        if (isClaimed(id)) {
            postpone(id);
            continue;
        }
        Match match = matchAt(rule, id, true);
        auto* applied = std::get_if<Applied>(&match);
        if (!m_state.rules[rule].on()) break;
        if (!applied) continue;
        if (m_state.selects && makesGroups(applied->patch)) {
            m_groupCandidates.emplace_back(rule, id);
            continue;
        }
        if (std::ranges::any_of(applied->patch.removed, isClaimed)) {
            postpone(id);
            continue;
        }
        auto accepted = m_patches.candidate(rule, id, std::move(*applied));
        if (!accepted || m_patches.isExcluded(*accepted)) continue;
        if (once)
            m_claimed.insert(accepted->applied.patch.removed.begin(), accepted->applied.patch.removed.end());
        found.push_back(std::move(*accepted));
    }
    m_claimed.clear();
    return applyAll(std::move(found));
}

// Applies those of m_groupCandidates that save most together.
Result<std::size_t> Engine::selectGroups() {
    if (m_groupCandidates.empty()) return std::size_t(0);
    auto waiting = std::exchange(m_groupCandidates, {});
    std::vector<Found> found;
    std::vector<Candidate> candidates;
    std::size_t count = 0;
    std::ranges::sort(waiting);
    waiting.erase(std::unique(waiting.begin(), waiting.end()), waiting.end());
    for (const auto& [rule, id] : waiting) {
        if (++count % NodesPerPoll == 0 && m_state.run.stopped()) return cancelled();
        if (!m_state.rules[rule].on() || !work().has(id)) continue;
        Match match = matchAt(rule, id, true);
        auto* applied = std::get_if<Applied>(&match);
        auto accepted = applied ? m_patches.candidate(rule, id, std::move(*applied)) : std::nullopt;
        if (!accepted || m_patches.isExcluded(*accepted)) continue;
        std::vector<NodeId> taken = accepted->applied.patch.removed;
        taken.insert(taken.end(), accepted->applied.nodes.begin(), accepted->applied.nodes.end());
        candidates.push_back({std::move(taken), accepted->benefit});
        found.push_back(std::move(*accepted));
    }
    std::vector<Found> chosen;
    std::vector<bool> isChosen(found.size(), false);
    for (const std::size_t i : chooseCandidates(candidates))
        isChosen[i] = true;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (isChosen[i])
            chosen.push_back(std::move(found[i]));
        else
            m_worklists[found[i].rule].push_back(found[i].at);
    }
    return applyAll(std::move(chosen));
}

std::size_t Engine::applyAll(std::vector<Found> found) {
    const std::size_t before = m_state.steps.size();
    std::vector<std::pair<std::size_t, NodeId>> again;
    if (m_patches.apply(std::move(found), again)) finishPatches();
    for (const auto& [rule, id] : again)
        m_worklists[rule].push_back(id);
    return m_state.steps.size() - before;
}

void Engine::finishPatches() {
    work().finish();
    for (const ValueId value : work().touched())
        m_dependents.take(value, [&](std::size_t rule, NodeId node) { m_worklists[rule].push_back(node); });
    std::vector<NodeId> inserted = work().inserted();
    std::erase_if(inserted, [&](NodeId id) { return !work().has(id); });
    sortByRank(inserted);
    for (const NodeId id : inserted)
        enqueue(id);
    work().begin();
}

} // namespace edgewright::fusion
