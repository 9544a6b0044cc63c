// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates become steps: legal patches are applied, illegal ones reported.
#include "core/fusion/engine/engine.h"

#include "core/fusion/engine/benefit.h"
#include "core/fusion/engine/patch_check.h"
#include "core/ir/footprint.h"
#include "core/ir/verify.h"

#include <algorithm>

namespace edgewright::fusion {

// The candidate of a match; empty when what a rule from elsewhere proposes is illegal.
std::optional<Engine::Found> Engine::validateCandidate(std::size_t rule, NodeId id, Applied applied) {
    const RewriteState::Entry& entry = m_state.rules[rule];
    const ir::Graph& graph = m_work.graph();
    if (!entry.builtIn) {
        const bool known = std::ranges::all_of(
            applied.nodes, [&](NodeId node) { return node.valid() && graph.contains(node); });
        std::string fault =
            known ? m_work.whyMalformed(applied.patch) : "names nodes that are not in the graph";
        if (fault.empty()) fault = whyTypesClash(graph, m_state.opsets, applied.patch);
        if (!fault.empty()) {
            disableRule(rule, "illegal-patch", fault);
            return std::nullopt;
        }
    }
    if (!fitsMemory(applied.patch)) return std::nullopt;
    Found found;
    found.rule = rule;
    found.at = id;
    found.site = siteOf(entry.rule->name, applied.nodes.empty() ? applied.patch.removed : applied.nodes);
    found.benefit = m_runs ? benefitOf(graph, m_work.connections(), applied.patch) : Benefit();
    found.applied = std::move(applied);
    return found;
}

// Of the constants that the patch makes; those that the graph knows already take nothing.
bool Engine::fitsMemory(const ir::Patch& patch) {
    std::int64_t made = 0;
    for (const ir::Value& value : patch.values) {
        if (!value.constant) continue;
        const auto isThere = [&](ValueId id) {
            const ir::Tensor* known = id.valid() ? m_work.graph().value(id).known() : nullptr;
            return known && known->owner() && known->owner() == value.constant->owner();
        };
        const bool shared = std::ranges::any_of(patch.removed, [&](NodeId id) {
            if (!m_work.has(id)) return false;
            const ir::Node& node = m_work.graph().node(id);
            return std::ranges::any_of(node.inputs, isThere) || std::ranges::any_of(node.outputs, isThere);
        });
        if (!shared) made += ir::elementBytes(*value.constant);
    }
    return m_state.memory.take(made);
}

// Skipped by the options, or its patch was illegal before.
bool Engine::isExcluded(const Found& found) const {
    return m_state.options.skipped.contains(found.site) ||
           std::ranges::find(m_illegal, std::pair(found.site.rule, found.at)) != m_illegal.end();
}

std::size_t Engine::applyAll(std::vector<Found> found) {
    if (found.empty()) return 0;
    const std::size_t before = m_state.steps.size();
    const bool builtIn =
        std::ranges::all_of(found, [&](const Found& each) { return m_state.rules[each.rule].builtIn; });
    if (builtIn) {
        applyEach(found);
        if (m_state.steps.size() > before) finishPatches();
    } else {
        applyVerified(std::move(found));
    }
    return m_state.steps.size() - before;
}

void Engine::applyEach(std::vector<Found>& found) {
    m_work.begin();
    for (Found& each : found) {
        if (m_state.full() || m_state.run.stopped()) break;
        applyOne(each);
    }
}

// Patches of rules that were registered at run time: the whole graph is verified behind them. With new defects
// they are taken back and applied again one by one, each verified.
void Engine::applyVerified(std::vector<Found> found) {
    const Workspace untouched = m_work;
    const RefusalNotes kept = m_refusals;
    const std::size_t stepsBefore = m_state.steps.size();
    const std::size_t defects = ir::verify(m_work.graph()).size();
    std::vector<Found> again = found;
    applyEach(found);
    if (m_state.steps.size() == stepsBefore) return;
    m_work.finish();
    if (ir::verify(m_work.graph()).size() <= defects) return finishPatches();

    m_work = untouched;
    m_refusals = kept;
    m_state.steps.erase(m_state.steps.begin() + static_cast<std::ptrdiff_t>(stepsBefore), m_state.steps.end());
    m_work.begin();
    for (Found& each : again) {
        if (m_state.full() || !m_state.rules[each.rule].on()) continue;
        Workspace before = m_work;
        RefusalNotes keptBefore = m_refusals;
        const std::size_t rule = each.rule;
        if (!applyOne(each)) continue;
        m_work.finish();
        const Diagnostics defective = ir::verify(m_work.graph());
        if (defective.size() <= defects) continue;
        m_work = std::move(before);
        m_refusals = std::move(keptBefore);
        m_state.steps.pop_back();
        disableRule(rule, "illegal-patch", "leaves a graph that is not sound: " + defective.back().message);
    }
    if (m_state.steps.size() > stepsBefore) finishPatches();
}

// Applies the patch and records the step. Goes back on the worklist when it conflicts with an earlier patch.
bool Engine::applyOne(Found& found) {
    RewriteState::Entry& entry = m_state.rules[found.rule];
    if (!entry.on()) return false;
    std::vector<std::string> names = namesOf(found.applied.nodes);
    nameRewritten(found.applied.patch);
    switch (m_work.apply(found.applied.patch, found.applied.nodes, !entry.builtIn, &found.benefit)) {
    case Workspace::Outcome::Conflict:
        m_worklists[found.rule].push_back(found.at);
        return false;
    case Workspace::Outcome::Illegal:
        m_illegal.emplace_back(found.site.rule, found.at);
        disableRule(found.rule, "illegal-patch", m_work.fault());
        return false;
    case Workspace::Outcome::Applied:
        break;
    }
    if (!m_runs) found.benefit = {};
    if (makesGroups(found.applied.patch)) keepRefusalsOf(found.applied.patch.removed);
    m_state.steps.push_back(stepOf(found, std::move(names)));
    if (++entry.patches > m_state.maxPatches / 2 && !entry.builtIn)
        disableRule(found.rule, "endless", "changes the graph again and again");
    return true;
}

void Engine::finishPatches() {
    m_work.finish();
    for (const ValueId value : m_work.touched())
        invalidateDependents(value);
    std::vector<NodeId> inserted = m_work.inserted();
    std::erase_if(inserted, [&](NodeId id) { return !m_work.has(id); });
    sortByRank(inserted);
    for (const NodeId id : inserted)
        enqueue(id);
    m_work.begin();
}

// A rule of the catalogue keeps its other patches; one that came from elsewhere is switched off.
void Engine::disableRule(std::size_t rule, const char* code, const std::string& what) {
    RewriteState::Entry& entry = m_state.rules[rule];
    const std::string place = "fusion rule '" + std::string(entry.rule->name) + "'";
    if (!entry.builtIn || !entry.wanted) entry.trusted = false;
    if (!entry.wanted) return; // who switched it off does not want to hear of it
    Diagnostic fault{Severity::Error, code, {}, m_path.empty() ? NodeId() : m_path.front().first, {}, place};
    fault.message = place + ": " + (std::string_view(code) == "illegal-patch" ? "illegal patch: " : "it ") +
                    what + (entry.builtIn ? "; the patch was left out" : "; the rule was switched off");
    m_state.faults.push_back(std::move(fault));
}

} // namespace edgewright::fusion
