// SPDX-License-Identifier: GPL-3.0-or-later
// From what rules answer to steps: what can be worked with is applied, what must not be is reported.
#include "core/fusion/engine.h"

#include "core/fusion/benefit.h"
#include "core/fusion/patch_check.h"
#include "core/ir/footprint.h"
#include "core/ir/verify.h"

#include <algorithm>

namespace edgewright::fusion {

// What a rule answered, if it can be worked with.
std::optional<Engine::Found> Engine::considered(std::size_t rule, NodeId id, Applied applied) {
    const Campaign::Entry& entry = m_campaign.rules[rule];
    const ir::Graph& graph = m_work.graph();
    if (!entry.builtIn) {
        const bool known = std::ranges::all_of(
            applied.nodes, [&](NodeId node) { return node.valid() && graph.contains(node); });
        std::string fault =
            known ? m_work.whyMalformed(applied.patch) : "names nodes that are not in the graph";
        if (fault.empty()) fault = whyTypesClash(graph, m_campaign.opsets, applied.patch);
        if (!fault.empty()) {
            distrust(rule, "illegal-patch", fault);
            return std::nullopt;
        }
    }
    if (!fitsMemory(applied.patch)) return std::nullopt;
    Found found;
    found.rule = rule;
    found.at = id;
    found.site = siteOf(entry.rule->name, applied.nodes.empty() ? applied.patch.removed : applied.nodes);
    found.benefit = benefitOf(view(), applied.patch);
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
    return m_campaign.memory.take(made);
}

// A person does not want it, or its patch was illegal before.
bool Engine::isLeftOut(const Found& found) const {
    return m_campaign.options.skipped.contains(found.site) ||
           std::ranges::find(m_rejected, std::pair(found.site.rule, found.at)) != m_rejected.end();
}

std::size_t Engine::applyAll(std::vector<Found> found) {
    if (found.empty()) return 0;
    const std::size_t before = m_campaign.steps.size();
    const bool builtIn =
        std::ranges::all_of(found, [&](const Found& each) { return m_campaign.rules[each.rule].builtIn; });
    if (builtIn) {
        applyEach(found);
        if (m_campaign.steps.size() > before) finishPatches();
    } else {
        applyVerified(std::move(found));
    }
    return m_campaign.steps.size() - before;
}

void Engine::applyEach(std::vector<Found>& found) {
    m_work.begin();
    for (Found& each : found) {
        if (m_campaign.full() || m_campaign.run.stopped()) break;
        applyOne(each);
    }
}

// Patches of a rule that was registered at run time: the whole graph is looked at behind them. If it has become
// worse, once more from the start, one by one.
void Engine::applyVerified(std::vector<Found> found) {
    const Workspace untouched = m_work;
    const RefusalsKept kept = m_kept;
    const std::size_t stepsBefore = m_campaign.steps.size();
    const std::size_t defects = ir::verify(m_work.graph()).size();
    std::vector<Found> again = found;
    applyEach(found);
    if (m_campaign.steps.size() == stepsBefore) return;
    m_work.finish();
    if (ir::verify(m_work.graph()).size() <= defects) return finishPatches();

    m_work = untouched;
    m_kept = kept;
    m_campaign.steps.erase(m_campaign.steps.begin() + static_cast<std::ptrdiff_t>(stepsBefore),
                           m_campaign.steps.end());
    m_work.begin();
    for (Found& each : again) {
        if (m_campaign.full() || !m_campaign.rules[each.rule].on()) continue;
        Workspace before = m_work;
        RefusalsKept keptBefore = m_kept;
        const std::size_t rule = each.rule;
        if (!applyOne(each)) continue;
        m_work.finish();
        const Diagnostics defective = ir::verify(m_work.graph());
        if (defective.size() <= defects) continue;
        m_work = std::move(before);
        m_kept = std::move(keptBefore);
        m_campaign.steps.pop_back();
        distrust(rule, "illegal-patch", "leaves a graph that is not sound: " + defective.back().message);
    }
    if (m_campaign.steps.size() > stepsBefore) finishPatches();
}

// Applies the patch and notes the step. Left for another look when an earlier patch has overtaken it.
bool Engine::applyOne(Found& found) {
    Campaign::Entry& entry = m_campaign.rules[found.rule];
    if (!entry.on()) return false;
    std::vector<std::string> names = namesOf(found.applied.nodes);
    nameRewritten(found.applied.patch);
    switch (m_work.apply(found.applied.patch, found.applied.nodes, !entry.builtIn)) {
    case Workspace::Outcome::Overtaken:
        m_pending[found.rule].push_back(found.at);
        return false;
    case Workspace::Outcome::Illegal:
        m_rejected.emplace_back(found.site.rule, found.at);
        distrust(found.rule, "illegal-patch", m_work.fault());
        return false;
    case Workspace::Outcome::Applied:
        break;
    }
    if (makesGroups(found.applied.patch)) keepRefusalsOf(found.applied.patch.removed);
    m_campaign.steps.push_back(stepOf(found, std::move(names)));
    if (++entry.patches > m_campaign.mostPatches / 2 && !entry.builtIn)
        distrust(found.rule, "endless", "changes the graph again and again");
    return true;
}

void Engine::finishPatches() {
    m_work.finish();
    for (const ValueId value : m_work.touched())
        callUp(value);
    std::vector<NodeId> arrived = m_work.arrived();
    std::erase_if(arrived, [&](NodeId id) { return !m_work.has(id); });
    sortByRank(arrived);
    for (const NodeId id : arrived)
        askAbout(id);
    m_work.begin();
}

// A rule of the catalogue keeps its other patches; one that came from elsewhere is switched off.
void Engine::distrust(std::size_t rule, const char* code, const std::string& what) {
    Campaign::Entry& entry = m_campaign.rules[rule];
    const std::string place = "fusion rule '" + std::string(entry.rule->name) + "'";
    if (!entry.builtIn || !entry.wanted) entry.trusted = false;
    if (!entry.wanted) return; // who switched it off does not want to hear of it
    Diagnostic fault{Severity::Error, code, {}, m_way.empty() ? NodeId() : m_way.front().node, {}, place};
    fault.message = place + ": " + (std::string_view(code) == "illegal-patch" ? "illegal patch: " : "it ") +
                    what + (entry.builtIn ? "; the patch was left out" : "; the rule was switched off");
    m_campaign.faults.push_back(std::move(fault));
}

} // namespace edgewright::fusion
