// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/workspace.h"

#include "core/fusion/engine/benefit.h"
#include "core/ir/captures.h"

#include <algorithm>

namespace edgewright::fusion {

Workspace::Workspace(ir::Graph graph) : m_now(std::move(graph)) {
    m_names.reserve(2 * m_now.graph.valueCount());
    for (std::size_t i = 0; i < m_now.graph.valueCount(); ++i)
        m_names.insert(m_now.graph.value(ValueId(i)).name);
    begin();
}

void Workspace::begin() {
    m_firstNode = m_now.graph.nextNode().index();
    m_firstValue = m_now.graph.nextValue().index();
    m_applied = 0;
    m_changed.clear();
    m_gone.clear();
    m_touched.clear();
    m_inserted.clear();
}

// Against the state at begin(), whatever other patches did since.
std::string Workspace::whyMalformed(const ir::Patch& patch) const {
    return fusion::whyMalformed(
        patch, {m_firstNode, m_firstValue, [this](NodeId id) { return has(id) || m_changed.contains(id); }});
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

Workspace::Outcome Workspace::apply(ir::Patch& patch, const std::vector<NodeId>& looked, bool types,
                                    Benefit* saved) {
    m_fault = whyMalformed(patch);
    if (!m_fault.empty()) return Outcome::Illegal;
    if (conflicts(patch, looked)) return Outcome::Conflict;
    ir::Patch moved = rebased(patch);
    PatchPlan plan = planOf(m_now, moved, types, m_fault);
    if (m_fault.empty()) m_fault = placeAdded(m_now, moved, plan);
    // Behind other patches the fault may be theirs: a match on the new state tells.
    if (!m_fault.empty()) return m_applied == 0 ? Outcome::Illegal : Outcome::Conflict;
    if (saved) *saved = benefitOf(m_now.graph, m_now.links, moved);
    commit(moved, plan);
    patch = std::move(moved);
    ++m_applied;
    return Outcome::Applied;
}

bool Workspace::wouldApply(const ir::Patch& patch, bool types) const {
    if (!whyMalformed(patch).empty()) return false;
    std::string fault;
    PatchPlan plan = planOf(m_now, patch, types, fault);
    return fault.empty() && placeAdded(m_now, patch, plan).empty();
}

// Ids beyond the state at begin() are new ones; they move behind what earlier patches have added.
ir::Patch Workspace::rebased(const ir::Patch& patch) const {
    ir::Patch moved = patch;
    const std::uint32_t nodeShift = m_now.graph.nextNode().index() - m_firstNode;
    const std::uint32_t valueShift = m_now.graph.nextValue().index() - m_firstValue;
    if (nodeShift == 0 && valueShift == 0) return moved;
    const auto shifted = [&](ValueId id) {
        return id.valid() && id.index() >= m_firstValue ? ValueId(id.index() + valueShift) : id;
    };
    const auto move = [&](ValueId& id) { id = shifted(id); };
    for (ir::Value& value : moved.values)
        move(value.id);
    for (ir::Node& node : moved.added) {
        node.id = NodeId(node.id.index() + nodeShift);
        std::ranges::for_each(node.inputs, move);
        std::ranges::for_each(node.outputs, move);
        ir::moveCaptures(node, shifted);
    }
    for (auto& [from, to] : moved.redirected) {
        move(from);
        move(to);
    }
    return moved;
}

void Workspace::touch(const ir::Node& node) {
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (id.valid()) m_touched.push_back(id);
}

void Workspace::commit(ir::Patch& patch, const PatchPlan& plan) {
    m_touched.reserve(m_touched.size() + 8);
    const std::size_t firstTouched = m_touched.size();
    for (ir::Value& value : patch.values) {
        const std::string wanted = value.name;
        for (int i = 1; !m_names.insert(value.name).second; ++i)
            value.name = wanted + "_" + std::to_string(i);
        m_now.graph.insertValue(value);
        m_touched.push_back(value.id);
    }
    m_now.isInput.resize(m_now.graph.valueCount(), false);
    m_now.isOutput.resize(m_now.graph.valueCount(), false);

    std::vector<NodeId> added;
    for (ir::Node& node : ir::addedNodes(m_now.graph, patch)) {
        for (ValueId& input : node.inputs)
            input = plan.follow(input);
        added.push_back(node.id);
        m_inserted.push_back(node.id);
        touch(node);
        m_now.graph.insertNode(std::move(node), m_now.graph.nodeCount());
    }
    m_now.order.linkBehind(plan.behind, added, m_now.links);
    for (const NodeId id : patch.removed) {
        m_changed.insert(id);
        touch(m_now.graph.node(id));
        for (const ValueId read : m_now.readBy(id)) {
            m_now.links.dropConsumer(read, id);
            m_touched.push_back(read);
        }
        for (const ValueId output : m_now.graph.node(id).outputs) {
            if (!output.valid() || !m_now.graph.contains(output)) continue;
            m_now.links.setProducer(output, {});
            if (!plan.maker.contains(output)) m_gone.insert(output);
        }
        m_now.captured.erase(id);
        m_now.order.unlink(id);
    }
    if (!plan.window.empty()) {
        m_now.order.reorder(plan.window, m_now.links);
        for (const NodeId id : plan.window)
            for (const ValueId value : m_now.readBy(id))
                m_now.links.sortConsumers(value);
    }
    for (std::size_t i = 0; i < added.size(); ++i) {
        if (!plan.captured[i].empty()) m_now.captured.emplace(added[i], plan.captured[i]);
        for (const ValueId output : m_now.graph.node(added[i]).outputs)
            if (output.valid()) m_now.links.setProducer(output, added[i]);
        for (const ValueId read : m_now.readBy(added[i])) {
            m_now.links.addConsumer(read, added[i]);
            m_touched.push_back(read);
        }
    }
    for (const auto& [from, target] : patch.redirected)
        redirect(from, plan.follow(from));
    m_unfinished.insert(m_unfinished.end(), m_touched.begin() + static_cast<std::ptrdiff_t>(firstTouched),
                        m_touched.end());
}

void Workspace::redirect(ValueId from, ValueId to) {
    m_gone.insert(from);
    m_touched.push_back(from);
    m_touched.push_back(to);
    const auto span = m_now.links.consumers(from);
    const std::vector<NodeId> readers(span.begin(), span.end());
    for (const NodeId id : readers) {
        ir::Node& node = m_now.graph.node(id);
        m_changed.insert(id);
        m_inserted.push_back(id);
        if (std::ranges::count(node.inputs, from) == 0) continue; // reads it in a subgraph only
        std::ranges::replace(node.inputs, from, to);
        if (!m_now.captures(id, from)) m_now.links.dropConsumer(from, id);
        m_now.links.addConsumer(to, id);
        touch(node);
    }
    if (!m_now.isOutput[from.index()]) return;
    std::ranges::replace(m_now.graph.outputs, from, to);
    m_now.isOutput[from.index()] = false;
    m_now.isOutput[to.index()] = true;
}

void Workspace::finish() {
    m_now.graph.keepOnly(m_now.order.nodes());

    const auto drop = [&](ValueId id) {
        if (!m_now.links.consumers(id).empty() || m_now.isOutput[id.index()]) return;
        m_now.graph.value(id).constant.reset();
        m_now.graph.value(id).outer.reset();
    };
    if (m_finishedOnce)
        std::ranges::for_each(m_unfinished, drop);
    else
        for (std::size_t i = 0; i < m_now.graph.valueCount(); ++i)
            drop(ValueId(i));
    m_finishedOnce = true;
    m_unfinished.clear();
}

void Workspace::setSubgraph(NodeId node, const std::string& attribute,
                            std::shared_ptr<const ir::Graph> subgraph) {
    const std::vector<ValueId> before = m_now.readBy(node);
    m_now.graph.node(node).set(attribute, std::move(subgraph));
    m_now.noteCaptured(node);
    const std::vector<ValueId> after = m_now.readBy(node);
    for (const ValueId value : before) {
        if (std::ranges::find(after, value) != after.end()) continue;
        m_now.links.dropConsumer(value, node);
        m_touched.push_back(value);
        m_unfinished.push_back(value);
    }
    touch(m_now.graph.node(node));
}

} // namespace edgewright::fusion
