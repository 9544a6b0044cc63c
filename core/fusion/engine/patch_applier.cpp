// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/patch_applier.h"

#include "core/base/say.h"
#include "core/fusion/engine/benefit.h"
#include "core/fusion/engine/excerpt.h"
#include "core/ir/footprint.h"
#include "core/ir/verify.h"
#include "core/ops/infer.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

// For rules from elsewhere: infers the types of what the added nodes write. What contradicts the types that the
// graph has for those values, or what an operator does not accept; empty when nothing does. `patch` refers to
// nothing that does not exist.
std::string whyTypesClash(const ir::Graph& graph, const ir::Opsets& opsets, const ir::Patch& patch) {
    if (patch.added.empty()) return {};
    const ops::Inferred inferred = ops::inferTypes(excerpt(graph, patch), opsets);
    for (const Diagnostic& found : inferred.diagnostics)
        if (found.severity == Severity::Error || found.code == "shape-mismatch")
            return say("changes what others read: {1}", found.message);
    return {};
}

} // namespace

std::optional<Found> PatchApplier::candidate(std::size_t rule, NodeId id, Applied applied) {
    const RewriteState::Entry& entry = m_state.rules[rule];
    const ir::Graph& graph = m_work.graph();
    if (!entry.builtIn) {
        const bool known = std::ranges::all_of(
            applied.nodes, [&](NodeId node) { return node.valid() && graph.contains(node); });
        std::string fault =
            known ? m_work.whyMalformed(applied.patch) : say("names nodes that are not in the graph");
        if (fault.empty()) fault = whyTypesClash(graph, m_state.opsets, applied.patch);
        if (!fault.empty()) {
            m_state.disableRule(rule, "illegal-patch", fault, m_place.outermost());
            return std::nullopt;
        }
    }
    if (!fitsMemory(applied.patch)) return std::nullopt;
    Found found;
    found.rule = rule;
    found.at = id;
    found.site =
        m_place.siteOf(graph, entry.rule->name, applied.nodes.empty() ? applied.patch.removed : applied.nodes);
    found.benefit = m_runs ? benefitOf(graph, m_work.connections(), applied.patch) : Benefit();
    found.applied = std::move(applied);
    return found;
}

// Of the constants that the patch makes; those that the graph knows already take nothing.
bool PatchApplier::fitsMemory(const ir::Patch& patch) {
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

bool PatchApplier::isExcluded(const Found& found) const {
    return m_state.options.skipped.contains(found.site) ||
           std::ranges::find(m_illegal, std::pair(found.site.rule, found.at)) != m_illegal.end();
}

bool PatchApplier::apply(std::vector<Found> found, std::vector<std::pair<std::size_t, NodeId>>& again) {
    const std::size_t before = m_state.steps.size();
    m_again = &again;
    if (std::ranges::all_of(found, [&](const Found& each) { return m_state.rules[each.rule].builtIn; }))
        applyEach(found);
    else if (!found.empty())
        applyVerified(std::move(found));
    return m_state.steps.size() > before;
}

void PatchApplier::applyEach(std::vector<Found>& found) {
    m_work.begin();
    for (Found& each : found) {
        if (m_state.full() || m_state.run.stopped()) break;
        applyOne(each);
    }
}

// Patches of rules that were registered at run time: the whole graph is verified behind them. With new defects
// they are taken back and applied again one by one, each verified.
void PatchApplier::applyVerified(std::vector<Found> found) {
    const Workspace untouched = m_work;
    const RefusalNotes kept = m_refusals;
    const std::size_t stepsBefore = m_state.steps.size();
    const std::size_t defects = ir::verify(m_work.graph()).size();
    std::vector<Found> again = found;
    applyEach(found);
    if (m_state.steps.size() == stepsBefore) return;
    m_work.finish();
    if (ir::verify(m_work.graph()).size() <= defects) return;

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
        m_state.disableRule(rule, "illegal-patch",
                            say("leaves a graph that is not sound: {1}", defective.back().message),
                            m_place.outermost());
    }
}

// Applies the patch and records the step. Goes back on the worklist when it conflicts with an earlier patch.
bool PatchApplier::applyOne(Found& found) {
    RewriteState::Entry& entry = m_state.rules[found.rule];
    if (!entry.on()) return false;
    std::vector<std::string> names = m_place.namesOf(m_work.graph(), found.applied.nodes);
    nameRewritten(m_work.graph(), found.applied.patch);
    switch (m_work.apply(found.applied.patch, found.applied.nodes, !entry.builtIn, &found.benefit)) {
    case Workspace::Outcome::Conflict:
        m_again->emplace_back(found.rule, found.at);
        return false;
    case Workspace::Outcome::Illegal:
        m_illegal.emplace_back(found.site.rule, found.at);
        m_state.disableRule(found.rule, "illegal-patch", m_work.fault(), m_place.outermost());
        return false;
    case Workspace::Outcome::Applied:
        break;
    }
    if (!m_runs) found.benefit = {};
    if (makesGroups(found.applied.patch))
        m_refusals.subsume(m_work.graph(), found.applied.patch.removed, m_place);
    m_state.steps.push_back(m_place.stepOf(found, std::move(names)));
    if (++entry.patches > m_state.maxPatches / 2 && !entry.builtIn)
        m_state.disableRule(found.rule, "endless", say("changes the graph again and again"),
                            m_place.outermost());
    return true;
}

} // namespace edgewright::fusion
