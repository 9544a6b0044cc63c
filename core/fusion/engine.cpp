// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine.h"

#include "core/fusion/selection.h"
#include "core/ir/footprint.h"

#include <algorithm>
#include <exception>

namespace edgewright::fusion {

namespace {

constexpr std::size_t DeepestSubgraph = 32;
// Weights are scaled, transposed and joined; a model of many transposes of one weight must not grow without
// end.
constexpr std::int64_t MinMadeBytes = std::int64_t(32) << 20;
constexpr std::int64_t MadePerWeight = 4;

} // namespace

bool makesGroups(const ir::Patch& patch) {
    return !patch.added.empty() && patch.redirected.empty() &&
           std::ranges::all_of(
               patch.added, [](const ir::Node& node) { return node.domain == ir::FusedDomain && node.body; });
}

Campaign::Campaign(const ir::Graph& base, const ir::Opsets& versions, const Options& wishes,
                   const RunContext& context, const Strategy& strategy)
    : opsets(versions), options(wishes), run(context), selects(strategy.selects), memory(MinMadeBytes) {
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

const std::vector<std::size_t>& Campaign::askable(const std::string& op) {
    const auto [it, added] = askableByOp.try_emplace(op);
    if (!added) return it->second;
    for (std::size_t rule = 0; rule < rules.size(); ++rule) {
        const auto& roots = rules[rule].rule->roots;
        if (roots.empty() || std::ranges::find(roots, op) != roots.end()) it->second.push_back(rule);
    }
    return it->second;
}

Engine::Engine(Campaign& campaign, ir::Graph graph) : Engine(campaign, std::move(graph), {}, {}, {}) {}

Engine::Engine(Campaign& campaign, ir::Graph graph, std::vector<Way> way, std::string inside,
               std::string prefix)
    : m_campaign(campaign), m_work(std::move(graph)), m_way(std::move(way)), m_inside(std::move(inside)),
      m_prefix(std::move(prefix)), m_askers(m_work.graph().valueCount(), NoDependent),
      m_pending(campaign.rules.size()) {
    for (const NodeId id : m_work.graph().order())
        askAbout(id);
    campaign.mostPatches += 8 * m_work.graph().nodeCount() + 64;
}

void Engine::callUp(ValueId value) {
    if (value.index() >= m_askers.size()) return;
    std::uint32_t at = std::exchange(m_askers[value.index()], NoDependent);
    while (at != NoDependent) {
        Dependent& each = m_dependents[at];
        m_pending[each.rule].push_back(each.node);
        const std::uint32_t next = std::exchange(each.next, m_unused);
        m_unused = std::exchange(at, next);
    }
}

void Engine::askAbout(NodeId id) {
    for (const std::size_t rule : m_campaign.askable(m_work.graph().node(id).op))
        m_pending[rule].push_back(id);
}

Result<void> Engine::settle() {
    for (;;) {
        if (const auto done = settleHere(); !done) return done;
        if (m_way.size() >= DeepestSubgraph) return {};
        const auto changed = settleSubgraphs();
        if (!changed) return changed.error();
        if (!*changed) return {};
    }
}

// Every rule starts only when the ones before it have nothing left to do.
Result<void> Engine::settleHere() {
    std::size_t at = 0;
    while (!m_campaign.full()) {
        if (at == m_campaign.rules.size()) {
            const auto chosen = selectGroups();
            if (!chosen) return chosen.error();
            if (*chosen == 0) break;
            at = 0;
            continue;
        }
        if (!m_campaign.rules[at].on()) {
            ++at;
            continue;
        }
        const auto applied = sweep(at);
        if (!applied) return applied.error();
        at = *applied > 0 ? 0 : at + 1;
        m_campaign.run.report(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(m_pending.size()));
        if (m_campaign.steps.size() > m_campaign.mostPatches)
            return internalError("fusion rules undo each other");
    }
    return {};
}

Result<bool> Engine::settleSubgraphs() {
    std::vector<std::pair<NodeId, std::string>> places;
    for (const NodeId id : m_work.graph().order())
        for (const ir::Attribute& attribute : m_work.graph().node(id).attributes)
            if (const auto* graph = std::get_if<std::shared_ptr<const ir::Graph>>(&attribute.value);
                graph && *graph)
                places.emplace_back(id, attribute.name);
    bool changed = false;
    for (const auto& [id, attribute] : places) {
        if (m_campaign.full()) break;
        auto& inner = m_subgraphs[{id, attribute}];
        if (!inner) {
            const ir::Node& node = m_work.graph().node(id);
            const NodeId origin = node.origins.size() == 1 ? node.origins.front() : id;
            std::vector<Way> way = m_way;
            way.push_back({id, attribute});
            inner.reset(new Engine(m_campaign, *node.graph(attribute), std::move(way),
                                   (m_inside.empty() ? "" : m_inside + "/") + std::to_string(origin.index()) +
                                       "/" + attribute,
                                   m_prefix + attribute + "/"));
        }
        const std::size_t before = m_campaign.steps.size();
        if (const auto done = inner->settle(); !done) return done.error();
        if (m_campaign.steps.size() == before) continue;
        m_work.setSubgraph(id, attribute, std::make_shared<const ir::Graph>(inner->m_work.graph()));
        askAbout(id);
        changed = true;
    }
    if (changed) finishPatches();
    return changed;
}

Match Engine::ask(std::size_t rule, NodeId id, bool remember) {
    Match match = NoMatch{};
    m_trace.clear();
    if (remember) m_work.traceTo(&m_trace);
    try {
        match = m_campaign.rules[rule].rule->match(view(), id);
    } catch (const std::exception& error) {
        distrust(rule, "threw", std::string("threw an exception (") + error.what() + ")");
    } catch (...) {
        distrust(rule, "threw", "threw an exception");
    }
    m_work.traceTo(nullptr);
    if (remember) noteAnswer(rule, id, match);
    if (m_askers.size() < m_work.graph().valueCount())
        m_askers.resize(m_work.graph().valueCount(), NoDependent);
    for (const ValueId value : m_trace)
        if (value.index() < m_askers.size()) noteAsker(m_askers[value.index()], rule, id);
    return match;
}

void Engine::noteAsker(std::uint32_t& first, std::size_t rule, NodeId id) {
    if (first != NoDependent && m_dependents[first].node == id && m_dependents[first].rule == rule) return;
    const Dependent asker{static_cast<std::uint32_t>(rule), id, first};
    if (m_unused == NoDependent) {
        first = static_cast<std::uint32_t>(m_dependents.size());
        m_dependents.push_back(asker);
    } else {
        first = std::exchange(m_unused, m_dependents[m_unused].next);
        m_dependents[first] = asker;
    }
}

// In execution order, each once.
void Engine::sortByRank(std::vector<NodeId>& nodes) const {
    const auto rank = [&](NodeId id) { return m_work.connections().rank(id); };
    if (!std::ranges::is_sorted(nodes, {}, rank)) std::ranges::sort(nodes, {}, rank);
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
}

std::vector<NodeId> Engine::takePending(std::size_t rule) {
    std::vector<NodeId> nodes = std::exchange(m_pending[rule], {});
    std::erase_if(nodes, [&](NodeId id) { return !m_work.has(id); });
    sortByRank(nodes);
    return nodes;
}

// Finds the places where the rule applies in the graph as it is, then applies those that do not overlap.
Result<std::size_t> Engine::sweep(std::size_t rule) {
    bool postponed = false;
    auto applied = sweepOnce(rule, true, postponed);
    // What it was postponed for did not come about.
    if (applied && *applied == 0 && postponed) applied = sweepOnce(rule, false, postponed);
    return applied;
}

// `once`: a node that another patch removes is left for the next look without being asked about.
Result<std::size_t> Engine::sweepOnce(std::size_t rule, bool once, bool& postponed) {
    const auto nodes = takePending(rule);
    std::vector<Found> found;
    m_taken.clear();
    const auto isTaken = [&](NodeId id) { return m_taken.contains(id); };
    const auto postpone = [&](NodeId id) {
        m_pending[rule].push_back(id);
        postponed = true;
    };
    std::size_t count = 0;
    for (const NodeId id : nodes) {
        if (++count % NodesPerPoll == 0 && m_campaign.run.stopped()) return cancelled();
        if (isTaken(id)) {
            postpone(id);
            continue;
        }
        Match match = ask(rule, id, true);
        auto* applied = std::get_if<Applied>(&match);
        if (!m_campaign.rules[rule].on()) break;
        if (!applied) continue;
        if (m_campaign.selects && makesGroups(applied->patch)) {
            m_waiting.emplace_back(rule, id);
            continue;
        }
        if (std::ranges::any_of(applied->patch.removed, isTaken)) {
            postpone(id);
            continue;
        }
        auto accepted = considered(rule, id, std::move(*applied));
        if (!accepted || isLeftOut(*accepted)) continue;
        if (once)
            m_taken.insert(accepted->applied.patch.removed.begin(), accepted->applied.patch.removed.end());
        found.push_back(std::move(*accepted));
    }
    m_taken.clear();
    return applyAll(std::move(found));
}

// Chooses among all groups that rules would make now.
Result<std::size_t> Engine::selectGroups() {
    if (m_waiting.empty()) return std::size_t(0);
    auto waiting = std::exchange(m_waiting, {});
    std::vector<Found> found;
    std::vector<Candidate> candidates;
    std::size_t count = 0;
    std::ranges::sort(waiting);
    waiting.erase(std::unique(waiting.begin(), waiting.end()), waiting.end());
    for (const auto& [rule, id] : waiting) {
        if (++count % NodesPerPoll == 0 && m_campaign.run.stopped()) return cancelled();
        if (!m_campaign.rules[rule].on() || !m_work.has(id)) continue;
        Match match = ask(rule, id, true);
        auto* applied = std::get_if<Applied>(&match);
        auto accepted = applied ? considered(rule, id, std::move(*applied)) : std::nullopt;
        if (!accepted || isLeftOut(*accepted)) continue;
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
            m_pending[found[i].rule].push_back(found[i].at);
    }
    return applyAll(std::move(chosen));
}

} // namespace edgewright::fusion
