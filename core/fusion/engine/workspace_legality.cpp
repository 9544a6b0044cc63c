// SPDX-License-Identifier: GPL-3.0-or-later
// Legality of a patch. O(what the patch touches), not of the graph.
#include "core/fusion/engine/workspace.h"

#include "core/fusion/matching.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

std::string quoted(const ir::Value& value) { return "'" + value.name + "'"; }

} // namespace

// Against the state at begin(), whatever other patches did since.
std::string Workspace::whyMalformed(const ir::Patch& patch) const {
    if (patch.inside) return "changes a subgraph, which is not for a rule to do";
    if (patch.removed.empty() && patch.added.empty() && patch.redirected.empty()) return "changes nothing";
    std::unordered_set<NodeId> removed;
    for (const NodeId id : patch.removed) {
        const bool known = id.valid() && id.index() < m_firstNode && (has(id) || m_changed.contains(id));
        if (!known) return "removes a node that is not in the graph";
        if (!removed.insert(id).second) return "removes a node twice";
    }
    const std::size_t values = m_firstValue + patch.values.size();
    for (std::size_t i = 0; i < patch.values.size(); ++i)
        if (patch.values[i].id != ValueId(m_firstValue + i))
            return "adds the value " + quoted(patch.values[i]) + " under an id that is not the next one";
    const auto missing = [&](ValueId id) { return id.valid() && id.index() >= values; };
    for (std::size_t i = 0; i < patch.added.size(); ++i) {
        const ir::Node& node = patch.added[i];
        if (node.op.empty()) return "adds a node without an operator";
        if (node.id != NodeId(m_firstNode + i))
            return "adds " + node.op + " under an id that is not the next one";
        if (std::ranges::any_of(node.inputs, missing)) return node.op + " reads a value that does not exist";
        if (std::ranges::any_of(node.outputs, missing)) return node.op + " writes a value that does not exist";
        for (const ValueId captured : ir::capturedValues(node))
            if (!captured.valid() || missing(captured))
                return "a subgraph of " + node.op + " reads a value that does not exist";
    }
    std::unordered_map<ValueId, ValueId> to;
    for (const auto& [from, target] : patch.redirected) {
        if (!from.valid() || !target.valid() || missing(from) || missing(target))
            return "redirects a value that does not exist";
        if (!to.emplace(from, target).second) return "redirects a value twice";
    }
    for (const auto& [from, target] : patch.redirected) {
        std::size_t hops = 0;
        for (auto it = to.find(from); it != to.end(); it = to.find(it->second))
            if (++hops > to.size()) return "redirects values in a circle";
    }
    return {};
}

bool Workspace::conflicts(const ir::Patch& patch, const std::vector<NodeId>& looked) const {
    if (m_changed.empty() && m_gone.empty()) return false;
    const auto changed = [&](NodeId id) { return m_changed.contains(id); };
    const auto gone = [&](ValueId id) { return m_gone.contains(id); };
    if (std::ranges::any_of(looked, changed) || std::ranges::any_of(patch.removed, changed)) return true;
    for (const auto& [from, to] : patch.redirected)
        if (gone(from) || gone(to)) return true;
    return std::ranges::any_of(patch.added, [&](const ir::Node& node) {
        return std::ranges::any_of(node.inputs, gone) || std::ranges::any_of(node.outputs, gone);
    });
}

const ir::Value& Workspace::valueOf(const ir::Patch& patch, ValueId id) const {
    return m_graph.contains(id) ? m_graph.value(id) : patch.values[id.index() - m_graph.valueCount()];
}

ValueId Workspace::follow(const Plan& plan, ValueId id) const {
    const auto it = plan.to.find(id);
    return it == plan.to.end() ? id : it->second;
}

bool Workspace::captures(NodeId node, ValueId value) const {
    if (m_captured.empty()) return false;
    const auto it = m_captured.find(node);
    return it != m_captured.end() && std::ranges::binary_search(it->second, value);
}

// Somebody provides the value once the patch is applied.
bool Workspace::available(const ir::Patch& patch, const Plan& plan, ValueId id) const {
    if (plan.maker.contains(id)) return true;
    const ir::Value& value = valueOf(patch, id);
    if (value.constant || value.outer) return true;
    if (!m_graph.contains(id)) return false;
    if (m_isInput[id.index()]) return true;
    const auto producer = m_links.producer(id);
    return producer && !plan.removed.contains(*producer);
}

Workspace::Plan Workspace::planOf(const ir::Patch& patch) const {
    Plan plan;
    plan.removed.insert(patch.removed.begin(), patch.removed.end());
    std::unordered_map<ValueId, ValueId> direct(patch.redirected.begin(), patch.redirected.end());
    for (const auto& [from, target] : patch.redirected) {
        ValueId end = target;
        for (auto it = direct.find(end); it != direct.end(); it = direct.find(end))
            end = it->second;
        plan.to.emplace(from, end);
    }
    for (const ir::Node& node : patch.added)
        plan.captured.push_back(ir::capturedValues(node));
    for (const NodeId id : patch.removed)
        if (!plan.behind.valid() || m_links.rank(id) > m_links.rank(plan.behind)) plan.behind = id;
    return plan;
}

std::string Workspace::whyIllegal(const ir::Patch& patch, Plan& plan, bool types) const {
    for (std::size_t i = 0; i < patch.added.size(); ++i)
        for (const ValueId output : patch.added[i].outputs) {
            if (!output.valid()) continue;
            const ir::Value& value = valueOf(patch, output);
            if (value.constant || value.outer || (m_graph.contains(output) && m_isInput[output.index()]))
                return patch.added[i].op + " writes " + quoted(value) + ", which is an input or a constant";
            const auto producer = m_links.producer(output);
            if (producer && !plan.removed.contains(*producer))
                return patch.added[i].op + " writes " + quoted(value) + ", which " +
                       m_graph.node(*producer).label() + " writes too";
            if (!plan.maker.emplace(output, i).second)
                return patch.added[i].op + " writes " + quoted(value) + ", which is written twice";
        }
    if (auto fault = whyNotProvided(patch, plan); !fault.empty()) return fault;
    return whyRedirectedWrong(patch, plan, types);
}

std::string Workspace::whyNotProvided(const ir::Patch& patch, const Plan& plan) const {
    for (std::size_t i = 0; i < patch.added.size(); ++i) {
        for (const ValueId input : patch.added[i].inputs)
            if (input.valid() && !available(patch, plan, follow(plan, input)))
                return patch.added[i].op + " reads " + quoted(valueOf(patch, follow(plan, input))) +
                       ", which nothing provides";
        for (const ValueId captured : plan.captured[i])
            if (!available(patch, plan, captured))
                return patch.added[i].op + " captures " + quoted(valueOf(patch, captured)) +
                       ", which nothing provides";
    }
    for (const NodeId id : patch.removed)
        for (const ValueId output : m_graph.node(id).outputs) {
            if (!output.valid() || !m_graph.contains(output) || plan.maker.contains(output)) continue;
            const bool moved = plan.to.contains(output);
            const auto left = [&](NodeId reader) {
                return !plan.removed.contains(reader) && (!moved || captures(reader, output));
            };
            if (std::ranges::any_of(m_links.consumers(output), left) || (m_isOutput[output.index()] && !moved))
                return "leaves " + quoted(m_graph.value(output)) + " without a producer";
        }
    return {};
}

std::string Workspace::whyRedirectedWrong(const ir::Patch& patch, const Plan& plan, bool types) const {
    for (const auto& [from, target] : patch.redirected) {
        const ValueId to = follow(plan, from);
        if (!available(patch, plan, to))
            return "redirects to " + quoted(valueOf(patch, to)) + ", which nothing provides";
        if (!types || !m_graph.contains(from)) continue;
        const bool read =
            m_isOutput[from.index()] ||
            std::ranges::any_of(m_links.consumers(from), [&](NodeId id) { return !plan.removed.contains(id); });
        if (!read) continue;
        const ir::TensorType& before = m_graph.value(from).type;
        const ir::TensorType& after = valueOf(patch, to).type;
        const bool otherKind = before.dtype != after.dtype && before.dtype != ir::DataType::Undefined &&
                               after.dtype != ir::DataType::Undefined;
        if (otherKind || shapesClash(before, after))
            return "changes what is read as " + quoted(m_graph.value(from)) + " from " + before.text() +
                   " to " + after.text();
    }
    return {};
}

} // namespace edgewright::fusion
