// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/engine/workspace.h"

#include "core/fusion/engine/benefit.h"
#include "core/ir/captures.h"

#include <algorithm>

namespace edgewright::fusion {

Workspace::Workspace(ir::Graph graph)
    : m_graph(std::move(graph)), m_links(m_graph), m_isInput(m_graph.valueCount(), false),
      m_isOutput(m_graph.valueCount(), false), m_next(m_graph.nextNode().index()),
      m_previous(m_graph.nextNode().index()), m_linked(m_graph.nextNode().index(), false) {
    m_names.reserve(2 * m_graph.valueCount());
    for (std::size_t i = 0; i < m_graph.valueCount(); ++i)
        m_names.insert(m_graph.value(ValueId(i)).name);
    for (const ValueId id : m_graph.inputs)
        if (id.valid() && m_graph.contains(id)) m_isInput[id.index()] = true;
    for (const ValueId id : m_graph.outputs)
        if (id.valid() && m_graph.contains(id)) m_isOutput[id.index()] = true;
    for (const NodeId id : m_graph.order()) {
        m_linked[id.index()] = true;
        m_previous[id.index()] = m_last;
        (m_last.valid() ? m_next[m_last.index()] : m_first) = id;
        m_last = id;
        if (auto captured = ir::capturedValues(m_graph.node(id)); !captured.empty())
            m_captured.emplace(id, std::move(captured));
    }
    begin();
}

void Workspace::begin() {
    m_firstNode = m_graph.nextNode().index();
    m_firstValue = m_graph.nextValue().index();
    m_applied = 0;
    m_changed.clear();
    m_gone.clear();
    m_touched.clear();
    m_inserted.clear();
}

Workspace::Outcome Workspace::apply(ir::Patch& patch, const std::vector<NodeId>& looked, bool types,
                                    Benefit* saved) {
    m_fault = whyMalformed(patch);
    if (!m_fault.empty()) return Outcome::Illegal;
    if (conflicts(patch, looked)) return Outcome::Conflict;
    ir::Patch moved = rebased(patch);
    Plan plan = planOf(moved);
    m_fault = whyIllegal(moved, plan, types);
    if (m_fault.empty()) m_fault = place(moved, plan);
    // Behind other patches the fault may be theirs: a match on the new state tells.
    if (!m_fault.empty()) return m_applied == 0 ? Outcome::Illegal : Outcome::Conflict;
    if (saved) *saved = benefitOf(m_graph, m_links, moved);
    commit(moved, plan);
    patch = std::move(moved);
    ++m_applied;
    return Outcome::Applied;
}

bool Workspace::wouldApply(const ir::Patch& patch, bool types) const {
    if (!whyMalformed(patch).empty()) return false;
    Plan plan = planOf(patch);
    return whyIllegal(patch, plan, types).empty() && place(patch, plan).empty();
}

// Ids beyond the state at begin() are new ones; they move behind what earlier patches have added.
ir::Patch Workspace::rebased(const ir::Patch& patch) const {
    ir::Patch moved = patch;
    const std::uint32_t nodeShift = m_graph.nextNode().index() - m_firstNode;
    const std::uint32_t valueShift = m_graph.nextValue().index() - m_firstValue;
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

std::vector<ValueId> Workspace::readBy(NodeId node) const {
    std::vector<ValueId> values = m_graph.node(node).inputs;
    if (const auto it = m_captured.find(node); it != m_captured.end())
        values.insert(values.end(), it->second.begin(), it->second.end());
    std::erase_if(values, [&](ValueId id) { return !id.valid() || !m_graph.contains(id); });
    return values;
}

void Workspace::touch(const ir::Node& node) {
    for (const auto* list : {&node.inputs, &node.outputs})
        for (const ValueId id : *list)
            if (id.valid()) m_touched.push_back(id);
}

void Workspace::commit(ir::Patch& patch, const Plan& plan) {
    m_touched.reserve(m_touched.size() + 8);
    const std::size_t firstTouched = m_touched.size();
    std::vector<NodeId> origins;
    for (const NodeId id : patch.removed) {
        const auto& own = m_graph.node(id).origins;
        if (own.empty()) origins.push_back(id);
        origins.insert(origins.end(), own.begin(), own.end());
    }
    std::ranges::sort(origins);
    origins.erase(std::unique(origins.begin(), origins.end()), origins.end());

    for (ir::Value& value : patch.values) {
        const std::string wanted = value.name;
        for (int i = 1; !m_names.insert(value.name).second; ++i)
            value.name = wanted + "_" + std::to_string(i);
        m_graph.insertValue(value);
        m_touched.push_back(value.id);
    }
    m_isInput.resize(m_graph.valueCount(), false);
    m_isOutput.resize(m_graph.valueCount(), false);

    std::vector<NodeId> added;
    for (const ir::Node& node : patch.added) {
        ir::Node copy = node;
        if (copy.origins.empty()) copy.origins = origins;
        for (ValueId& input : copy.inputs)
            input = follow(plan, input);
        added.push_back(copy.id);
        m_inserted.push_back(copy.id);
        touch(copy);
        m_graph.insertNode(std::move(copy), m_graph.nodeCount());
    }
    linkBehind(plan.behind, added);
    for (const NodeId id : patch.removed) {
        m_changed.insert(id);
        touch(m_graph.node(id));
        for (const ValueId read : readBy(id)) {
            m_links.dropConsumer(read, id);
            m_touched.push_back(read);
        }
        for (const ValueId output : m_graph.node(id).outputs) {
            if (!output.valid() || !m_graph.contains(output)) continue;
            m_links.setProducer(output, {});
            if (!plan.maker.contains(output)) m_gone.insert(output);
        }
        m_captured.erase(id);
        unlink(id);
    }
    if (!plan.window.empty()) relinkWindow(plan.window);
    for (std::size_t i = 0; i < added.size(); ++i) {
        if (!plan.captured[i].empty()) m_captured.emplace(added[i], plan.captured[i]);
        for (const ValueId output : m_graph.node(added[i]).outputs)
            if (output.valid()) m_links.setProducer(output, added[i]);
        for (const ValueId read : readBy(added[i])) {
            m_links.addConsumer(read, added[i]);
            m_touched.push_back(read);
        }
    }
    for (const auto& [from, target] : patch.redirected)
        redirect(from, follow(plan, from));
    m_unfinished.insert(m_unfinished.end(), m_touched.begin() + static_cast<std::ptrdiff_t>(firstTouched),
                        m_touched.end());
}

void Workspace::redirect(ValueId from, ValueId to) {
    m_gone.insert(from);
    m_touched.push_back(from);
    m_touched.push_back(to);
    const auto span = m_links.consumers(from);
    const std::vector<NodeId> readers(span.begin(), span.end());
    for (const NodeId id : readers) {
        ir::Node& node = m_graph.node(id);
        m_changed.insert(id);
        m_inserted.push_back(id);
        if (std::ranges::count(node.inputs, from) == 0) continue; // reads it in a subgraph only
        std::ranges::replace(node.inputs, from, to);
        if (!captures(id, from)) m_links.dropConsumer(from, id);
        m_links.addConsumer(to, id);
        touch(node);
    }
    if (!m_isOutput[from.index()]) return;
    std::ranges::replace(m_graph.outputs, from, to);
    m_isOutput[from.index()] = false;
    m_isOutput[to.index()] = true;
}

void Workspace::finish() {
    std::vector<NodeId> order;
    order.reserve(m_graph.nodeCount());
    for (NodeId id = m_first; id.valid(); id = m_next[id.index()])
        order.push_back(id);
    m_graph.keepOnly(std::move(order));

    const auto drop = [&](ValueId id) {
        if (!m_links.consumers(id).empty() || m_isOutput[id.index()]) return;
        m_graph.value(id).constant.reset();
        m_graph.value(id).outer.reset();
    };
    if (m_finishedOnce)
        std::ranges::for_each(m_unfinished, drop);
    else
        for (std::size_t i = 0; i < m_graph.valueCount(); ++i)
            drop(ValueId(i));
    m_finishedOnce = true;
    m_unfinished.clear();
}

void Workspace::setSubgraph(NodeId node, const std::string& attribute,
                            std::shared_ptr<const ir::Graph> subgraph) {
    const std::vector<ValueId> before = readBy(node);
    m_graph.node(node).set(attribute, std::move(subgraph));
    m_captured.erase(node);
    if (auto captured = ir::capturedValues(m_graph.node(node)); !captured.empty())
        m_captured.emplace(node, std::move(captured));
    const std::vector<ValueId> after = readBy(node);
    for (const ValueId value : before) {
        if (std::ranges::find(after, value) != after.end()) continue;
        m_links.dropConsumer(value, node);
        m_touched.push_back(value);
        m_unfinished.push_back(value);
    }
    touch(m_graph.node(node));
}

} // namespace edgewright::fusion
