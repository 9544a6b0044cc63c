// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/workspace.h"

#include <algorithm>

namespace edgewright::fusion {

namespace {

bool holds(const auto& range, const auto& item) { return std::ranges::find(range, item) != range.end(); }

} // namespace

Workspace::Workspace(ir::Graph graph) : m_graph(std::move(graph)) {
    for (std::size_t i = 0; i < m_graph.valueCount(); ++i)
        m_names.insert(m_graph.value(ValueId(i)).name);
    for (const NodeId id : m_graph.order())
        if (auto captured = ir::capturedValues(m_graph.node(id)); !captured.empty())
            m_captured.emplace(id, std::move(captured));
    trackProducers();
}

void Workspace::trackProducers() {
    m_producer.assign(m_graph.valueCount(), NodeId());
    for (const NodeId id : m_graph.order())
        for (const ValueId output : m_graph.node(id).outputs)
            if (output.valid() && m_graph.contains(output)) m_producer[output.index()] = id;
}

void Workspace::begin() {
    m_firstNode = m_graph.nextNode().index();
    m_firstValue = m_graph.nextValue().index();
    m_changed.clear();
    m_gone.clear();
}

bool Workspace::apply(ir::Patch& patch, const std::vector<NodeId>& looked) {
    if (overtaken(patch, looked)) return false;
    rebase(patch);
    if (!applyInPlace(patch)) {
        // The order changes by more than the place of the new nodes.
        auto applied = ir::apply(m_graph, patch);
        if (!applied) return false;
        noteChanges(patch);
        m_graph = std::move(applied).value();
        trackProducers();
    }
    return true;
}

bool Workspace::overtaken(const ir::Patch& patch, const std::vector<NodeId>& looked) const {
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

// Ids beyond the state at begin() are new ones; they move behind what earlier patches have added.
void Workspace::rebase(ir::Patch& patch) {
    const std::uint32_t nodeShift = m_graph.nextNode().index() - m_firstNode;
    const std::uint32_t valueShift = m_graph.nextValue().index() - m_firstValue;
    const auto move = [&](ValueId& id) {
        if (id.valid() && id.index() >= m_firstValue) id = ValueId(id.index() + valueShift);
    };
    for (ir::Value& value : patch.values) {
        move(value.id);
        const std::string wanted = value.name;
        for (int i = 1; !m_names.insert(value.name).second; ++i)
            value.name = wanted + "_" + std::to_string(i);
    }
    for (ir::Node& node : patch.added) {
        node.id = NodeId(node.id.index() + nodeShift);
        std::ranges::for_each(node.inputs, move);
        std::ranges::for_each(node.outputs, move);
    }
    for (auto& [from, to] : patch.redirected) {
        move(from);
        move(to);
    }
}

bool Workspace::reads(const ir::Node& node, const std::unordered_set<ValueId>& values) const {
    const auto listed = [&](ValueId id) { return values.contains(id); };
    if (std::ranges::any_of(node.inputs, listed)) return true;
    if (m_captured.empty()) return false;
    const auto it = m_captured.find(node.id);
    return it != m_captured.end() && std::ranges::any_of(it->second, listed);
}

void Workspace::noteChanges(const ir::Patch& patch) {
    std::unordered_set<ValueId> moved;
    for (const auto& [from, to] : patch.redirected)
        moved.insert(from);
    m_gone.insert(moved.begin(), moved.end());
    for (const NodeId id : patch.removed) {
        m_changed.insert(id);
        for (const ValueId output : m_graph.node(id).outputs)
            if (std::ranges::none_of(patch.added,
                                     [&](const ir::Node& node) { return holds(node.outputs, output); }))
                m_gone.insert(output);
    }
    if (moved.empty()) return;
    for (const NodeId id : m_graph.order())
        if (reads(m_graph.node(id), moved)) m_changed.insert(id);
}

std::size_t Workspace::positionBehind(const std::vector<NodeId>& removed) const {
    const auto& order = m_graph.order();
    std::size_t position = 0;
    for (const NodeId id : removed)
        position =
            std::max(position, static_cast<std::size_t>(std::ranges::find(order, id) - order.begin()) + 1);
    return position;
}

// With the added nodes in front of `position`, does every node still come after what it reads? Then sorting,
// which is stable, would change nothing.
bool Workspace::keepsOrder(const ir::Patch& patch, std::size_t position) const {
    const auto& order = m_graph.order();
    const auto placeOf = [&](ValueId id) -> std::size_t { // of its producer; 0 when there is none
        if (!id.valid() || id.index() >= m_producer.size() || !m_producer[id.index()].valid()) return 0;
        return static_cast<std::size_t>(std::ranges::find(order, m_producer[id.index()]) - order.begin()) + 1;
    };
    std::unordered_set<ValueId> made;
    for (const ir::Node& node : patch.added)
        for (const ValueId output : node.outputs)
            if (output.valid()) made.insert(output);
    std::unordered_set<ValueId> ready;
    for (const ir::Node& node : patch.added) {
        for (const ValueId input : node.inputs) {
            if (!input.valid() || ready.contains(input)) continue;
            if (made.contains(input) || placeOf(input) > position) return false;
        }
        for (const ValueId output : node.outputs)
            if (output.valid()) ready.insert(output);
    }
    // Nodes before `position` must not read what is made there, nor be redirected to something that comes
    // later.
    std::size_t latest = made.empty() ? 0 : position;
    std::unordered_set<ValueId> late = made;
    for (const auto& [from, to] : patch.redirected) {
        late.insert(from);
        latest = std::max(latest, made.contains(to) ? position : placeOf(to));
    }
    if (late.empty()) return true;
    for (std::size_t i = 0; i < latest; ++i)
        if (!holds(patch.removed, order[i]) && reads(m_graph.node(order[i]), late)) return false;
    return true;
}

bool Workspace::applyInPlace(const ir::Patch& patch) {
    for (const auto& [from, to] : patch.redirected) // chains of redirections are left to ir::apply
        for (const auto& other : patch.redirected)
            if (other.first == to) return false;
    std::size_t position = positionBehind(patch.removed);
    if (!keepsOrder(patch, position)) return false;
    noteChanges(patch);

    std::vector<NodeId> origins;
    for (const NodeId id : patch.removed) {
        const auto& own = m_graph.node(id).origins;
        if (own.empty()) origins.push_back(id);
        origins.insert(origins.end(), own.begin(), own.end());
    }
    std::ranges::sort(origins);
    origins.erase(std::unique(origins.begin(), origins.end()), origins.end());

    for (const ir::Value& value : patch.values)
        m_graph.insertValue(value);
    m_producer.resize(m_graph.valueCount());
    for (const NodeId id : patch.removed)
        for (const ValueId output : m_graph.node(id).outputs)
            if (output.valid()) m_producer[output.index()] = NodeId();
    for (const ir::Node& node : patch.added) {
        ir::Node added = node;
        if (added.origins.empty()) added.origins = origins;
        for (const ValueId output : added.outputs)
            if (output.valid()) m_producer[output.index()] = added.id;
        m_graph.insertNode(std::move(added), position++);
    }
    for (const NodeId id : patch.removed)
        m_graph.removeNode(id);
    for (const auto& [from, to] : patch.redirected) {
        for (const NodeId id : m_graph.order())
            std::ranges::replace(m_graph.node(id).inputs, from, to);
        std::ranges::replace(m_graph.outputs, from, to);
    }
    return true;
}

Result<void> Workspace::finish() {
    const ir::Connections connections(m_graph);
    const std::unordered_set<ValueId> outputs(m_graph.outputs.begin(), m_graph.outputs.end());
    const std::unordered_set<ValueId> inputs(m_graph.inputs.begin(), m_graph.inputs.end());
    for (std::size_t i = 0; i < m_graph.valueCount(); ++i) {
        const ValueId id(i);
        ir::Value& value = m_graph.value(id);
        const bool read = !connections.consumers(id).empty() || outputs.contains(id);
        if (value.constant && !read) value.constant.reset();
        if (read && !value.constant && !value.outer && !connections.producer(id) && !inputs.contains(id))
            return internalError("a patch leaves '" + value.name + "' without a producer");
    }
    return {};
}

} // namespace edgewright::fusion
