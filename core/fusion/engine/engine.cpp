// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/engine.h"

#include "core/base/propagate.h"
#include "core/fusion/engine/candidate_selection.h"
#include "core/ir/footprint.h"
#include "core/ir/known_beforehand.h"

#include <algorithm>
#include <exception>

namespace edgewright::fusion {

namespace {

constexpr std::size_t MaxFusedDepth = 32;
// Weights are scaled, transposed and joined; a model of many transposes of one weight must not grow without
// end.
constexpr std::int64_t MinMadeBytes = std::int64_t(16) << 20;
constexpr std::int64_t MadePerWeight = 3;

} // namespace

bool makesGroups(const ir::Patch& patch) {
    return !patch.added.empty() && patch.redirected.empty() &&
           std::ranges::all_of(
               patch.added, [](const ir::Node& node) { return node.domain == ir::FusedDomain && node.body; });
}

RewriteState::RewriteState(const ir::Graph& base, const ir::Opsets& modelOpsets, const Options& userOptions,
                           const RunContext& runContext, const Strategy& strategy)
    : opsets(modelOpsets), options(userOptions), run(runContext), selects(strategy.selects),
      memory(MinMadeBytes) {
    memory.extend(MadePerWeight * ir::deepConstantBytes(base));
    for (const Rule* rule : fusion::rules())
        rules.push_back({rule, isBuiltIn(*rule), !options.without.contains(rule->name), true, 0});
    const auto named = [&](std::string_view name) {
        return std::ranges::find(rules, name, [](const Entry& entry) { return entry.rule->name; });
    };
    const auto ahead = named(strategy.ahead);
    const auto before = named(strategy.before);
    if (ahead != rules.end() && before < ahead) std::rotate(before, ahead, ahead + 1);
}

const std::vector<std::size_t>& RewriteState::rulesForOp(const std::string& op) {
    const auto [it, added] = rulesByOp.try_emplace(op);
    if (!added) return it->second;
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        const auto& roots = rules[rule].rule->roots;
        if (roots.empty() || std::ranges::find(roots, op) != roots.end()) it->second.push_back(rule);
    }
    return it->second;
}

Engine::Engine(RewriteState& state, ir::Graph graph) : Engine(state, std::move(graph), {}, {}, {}) {}

Engine::Engine(RewriteState& state, ir::Graph graph, SubgraphPath path, std::string inside, std::string prefix)
    : m_state(state), m_work(std::move(graph)), m_path(std::move(path)), m_inside(std::move(inside)),
      m_prefix(std::move(prefix)), m_dependents(m_work.graph().valueCount(), NoDependent),
      m_worklists(state.rules.size()) {
    for (const NodeId id : m_work.graph().order())
        enqueue(id);
    state.maxPatches += 8 * m_work.graph().nodeCount() + 64;
}

void Engine::invalidateDependents(ValueId value) {
    if (value.index() >= m_dependents.size()) return;
    std::uint32_t at = std::exchange(m_dependents[value.index()], NoDependent);
    while (at != NoDependent) {
        Dependent& each = m_dependentPool[at];
        m_worklists[each.rule].push_back(each.node);
        const std::uint32_t next = std::exchange(each.next, m_freeDependent);
        m_freeDependent = std::exchange(at, next);
    }
}

void Engine::enqueue(NodeId id) {
    for (const std::size_t rule : m_state.rulesForOp(m_work.graph().node(id).op))
        m_worklists[rule].push_back(id);
}

Result<void> Engine::runToFixpoint() {
    for (;;) {
        RETURN_IF_ERROR(runRulesToFixpoint());
        if (m_path.size() >= MaxFusedDepth) return {};
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
    for (const NodeId id : m_work.graph().order())
        for (const ir::Attribute& attribute : m_work.graph().node(id).attributes)
            if (const auto* graph = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
                graph && *graph)
                places.emplace_back(id, attribute.name);
    bool changed = false;
    for (const auto& [id, attribute] : places) {
        if (m_state.full()) break;
        auto& inner = m_subgraphs[{id, attribute}];
        if (!inner) {
            const ir::Node& node = m_work.graph().node(id);
            const NodeId origin = node.origins.size() == 1 ? node.origins.front() : id;
            SubgraphPath path = m_path;
            path.emplace_back(id, attribute);
            inner.reset(new Engine(m_state, *node.graph(attribute), std::move(path),
                                   (m_inside.empty() ? "" : m_inside + "/") + std::to_string(origin.index()) +
                                       "/" + attribute,
                                   m_prefix + attribute + "/"));
            inner->m_runs = m_runs && !ir::isKnownBeforehand(m_work.graph(), node);
        }
        const std::size_t before = m_state.steps.size();
        RETURN_IF_ERROR(inner->runToFixpoint());
        if (m_state.steps.size() == before) continue;
        m_work.setSubgraph(id, attribute, std::make_shared<const ir::Graph>(inner->m_work.graph()));
        enqueue(id);
        changed = true;
    }
    if (changed) finishPatches();
    return changed;
}

Match Engine::matchAt(std::size_t rule, NodeId id, bool remember) {
    Match match = NoMatch{};
    m_trace.clear();
    if (remember) m_work.traceTo(&m_trace);
    try {
        match = m_state.rules[rule].rule->match(view(), id);
    } catch (const std::exception& error) {
        disableRule(rule, "threw", std::string("threw an exception (") + error.what() + ")");
    } catch (...) {
        disableRule(rule, "threw", "threw an exception");
    }
    m_work.traceTo(nullptr);
    if (remember) noteRefusal(rule, id, match);
    if (m_dependents.size() < m_work.graph().valueCount())
        m_dependents.resize(m_work.graph().valueCount(), NoDependent);
    for (const ValueId value : m_trace)
        if (value.index() < m_dependents.size()) noteDependent(m_dependents[value.index()], rule, id);
    return match;
}

void Engine::noteDependent(std::uint32_t& first, std::size_t rule, NodeId id) {
    if (first != NoDependent && m_dependentPool[first].node == id && m_dependentPool[first].rule == rule)
        return;
    const Dependent dependent{static_cast<std::uint32_t>(rule), id, first};
    if (m_freeDependent == NoDependent) {
        first = static_cast<std::uint32_t>(m_dependentPool.size());
        m_dependentPool.push_back(dependent);
    } else {
        first = std::exchange(m_freeDependent, m_dependentPool[m_freeDependent].next);
        m_dependentPool[first] = dependent;
    }
}

// In execution order, each once.
void Engine::sortByRank(std::vector<NodeId>& nodes) const {
    const auto rank = [&](NodeId id) { return m_work.connections().rank(id); };
    if (!std::ranges::is_sorted(nodes, {}, rank)) std::ranges::sort(nodes, {}, rank);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

std::vector<NodeId> Engine::takeWorklist(std::size_t rule) {
    std::vector<NodeId> nodes = std::exchange(m_worklists[rule], {});
    std::erase_if(nodes, [&](NodeId id) { return !m_work.has(id); });
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
        auto accepted = validateCandidate(rule, id, std::move(*applied));
        if (!accepted || isExcluded(*accepted)) continue;
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
        if (!m_state.rules[rule].on() || !m_work.has(id)) continue;
        Match match = matchAt(rule, id, true);
        auto* applied = std::get_if<Applied>(&match);
        auto accepted = applied ? validateCandidate(rule, id, std::move(*applied)) : std::nullopt;
        if (!accepted || isExcluded(*accepted)) continue;
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

} // namespace edgewright::fusion
