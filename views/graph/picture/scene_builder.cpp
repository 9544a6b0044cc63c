// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene_builder.h"

#include "core/ir/order.h"
#include "core/ir/subgraphs.h"

#include <algorithm>

namespace edgewright::views {

namespace {

// Nodes that compute constants from constants: they depend on no graph input and on no unknown value. Values
// that are set in `values` already are constants of an enclosing graph.
void findConstants(const ir::Graph& graph, ConstantValues& values, std::vector<bool>& nodes) {
    values.resize(graph.valueCount(), false);
    nodes.assign(graph.nextNode().index(), false);
    for (std::uint32_t i = 0; i < graph.valueCount(); ++i)
        if (graph.value(ValueId(i)).constant) values[i] = true;
    for (const NodeId id : ir::executionOrder(graph).nodes) {
        const ir::Node& node = graph.node(id);
        const auto reads = [&](ValueId in) {
            return !in.valid() || (graph.contains(in) && values[in.index()]);
        };
        const bool source =
            std::none_of(node.inputs.begin(), node.inputs.end(), [](ValueId in) { return in.valid(); });
        if (source ? !node.is("Constant") : !std::all_of(node.inputs.begin(), node.inputs.end(), reads))
            continue;
        if (!ir::capturedValues(node).empty()) continue;
        if (std::any_of(node.outputs.begin(), node.outputs.end(),
                        [&](ValueId out) { return out.valid() && graph.isOutput(out); }))
            continue;
        nodes[id.index()] = true;
        for (const ValueId out : node.outputs)
            if (graph.contains(out)) values[out.index()] = true;
    }
}

} // namespace

SceneBuilder::SceneBuilder(GraphScene& scene, const CardFonts& fonts)
    : m_scene(scene), m_graph(*scene.m_graph), m_metrics(fonts) {}

void SceneBuilder::build() {
    findConstants(m_graph, m_constantValues, m_constantNodes);
    m_scene.m_boxes.reserve(m_graph.nodeCount() + m_graph.inputs.size() + m_graph.outputs.size());
    for (const ValueId input : m_graph.inputs)
        if (m_graph.contains(input))
            m_scene.m_sourceOf.try_emplace(input, addTerminal(SceneBox::Kind::Input, input));
    for (const NodeId id : m_graph.order()) {
        const ir::Node& node = m_graph.node(id);
        if (m_constantNodes[id.index()])
            ++m_scene.m_hidden;
        else if (node.body && node.body->nodeCount() > 0 && m_scene.m_options.opened.count(id) != 0)
            addMembers(node);
        else
            addNode(node);
    }
    for (const ValueId output : m_graph.outputs)
        if (m_graph.contains(output)) addTerminal(SceneBox::Kind::Output, output);
    addEdges();
}

std::uint32_t SceneBuilder::add(SceneBox box) {
    box.rect = QRectF(QPointF(), box.card.size);
    m_scene.m_boxes.push_back(std::move(box));
    return static_cast<std::uint32_t>(m_scene.m_boxes.size() - 1);
}

std::uint32_t SceneBuilder::addTerminal(SceneBox::Kind kind, ValueId value) {
    SceneBox box;
    box.kind = kind;
    box.value = value;
    box.card = makeTerminalCard(m_graph.value(value), m_metrics);
    return add(std::move(box));
}

void SceneBuilder::addNode(const ir::Node& node) {
    SceneBox box;
    box.node = node.id;
    box.category = ops::categoryOf(node);
    box.fused = isFused(node);
    box.openable = node.body && node.body->nodeCount() > 0;
    box.nested = ir::hasSubgraph(node) || (node.body && node.domain != ir::FusedDomain);
    box.facts = factsOf(m_graph, node);
    box.card = makeNodeCard(m_graph, node, m_constantValues, m_metrics);
    const std::uint32_t index = add(std::move(box));
    m_scene.m_boxOf.emplace(node.id, index);
    for (const ValueId out : node.outputs)
        if (m_graph.contains(out)) m_scene.m_sourceOf.try_emplace(out, index);
}

void SceneBuilder::addMembers(const ir::Node& node) {
    const ir::Graph& body = *node.body;
    Inner& inner = m_inner[node.id];
    ConstantValues constants(body.valueCount(), false);
    OuterValues outer;
    for (std::size_t i = 0; i < body.inputs.size() && i < node.inputs.size(); ++i) {
        const ValueId in = node.inputs[i];
        if (!m_graph.contains(in) || !body.contains(body.inputs[i])) continue;
        inner.outer.emplace(body.inputs[i], in);
        constants[body.inputs[i].index()] = m_constantValues[in.index()];
        outer.emplace(body.inputs[i], &m_graph.value(in));
    }
    std::vector<bool> hidden;
    findConstants(body, constants, hidden);
    auto& members = m_scene.m_members[node.id];
    for (const NodeId id : body.order()) {
        if (hidden[id.index()]) continue;
        const ir::Node& member = body.node(id);
        SceneBox box;
        box.node = node.id;
        box.member = id;
        box.category = ops::categoryOf(member);
        box.nested = ir::hasSubgraph(member);
        box.facts = factsOf(body, member);
        box.card = makeNodeCard(body, member, constants, m_metrics, outer);
        const std::uint32_t index = add(std::move(box));
        members.push_back(index);
        for (const ValueId out : member.outputs)
            if (body.contains(out)) inner.source.try_emplace(out, index);
    }
    if (members.empty()) { // all of it is constant
        m_scene.m_members.erase(node.id);
        return addNode(node);
    }
    m_scene.m_boxOf.emplace(node.id, members.front());
    for (std::size_t i = 0; i < body.outputs.size() && i < node.outputs.size(); ++i) {
        if (!m_graph.contains(node.outputs[i])) continue;
        const auto source = inner.source.find(body.outputs[i]);
        m_scene.m_sourceOf.try_emplace(node.outputs[i],
                                       source == inner.source.end() ? members.back() : source->second);
    }
}

// Which output of the box's node `value` is; `inner`: a value of the body.
std::uint32_t SceneBuilder::outputIndex(std::uint32_t box, ValueId value, bool inner) const {
    const SceneBox& source = m_scene.m_boxes[box];
    if (source.kind != SceneBox::Kind::Node) return 0;
    if (source.member.valid() && !inner) { // the body's name of it
        const ir::Node& group = m_graph.node(source.node);
        for (std::size_t i = 0; i < group.outputs.size() && i < group.body->outputs.size(); ++i)
            if (group.outputs[i] == value) return outputIndex(box, group.body->outputs[i], true);
    }
    const auto& outputs = m_scene.nodeOf(source)->outputs;
    const auto it = std::find(outputs.begin(), outputs.end(), value);
    return it == outputs.end() ? 0 : static_cast<std::uint32_t>(it - outputs.begin());
}

void SceneBuilder::connect(ValueId value, std::uint32_t to) {
    const auto source = m_scene.m_sourceOf.find(value);
    if (source == m_scene.m_sourceOf.end()) return;
    SceneEdge edge;
    edge.from = source->second;
    edge.to = to;
    edge.value = value;
    edge.tensor = outputIndex(edge.from, value, false);
    m_scene.m_edges.push_back(std::move(edge));
}

void SceneBuilder::connectMembers(const ir::Node& node) {
    const ir::Graph& body = *node.body;
    const Inner& inner = m_inner[node.id];
    for (const std::uint32_t to : m_scene.m_members[node.id]) {
        const ir::Node& member = body.node(m_scene.m_boxes[to].member);
        std::vector<ValueId> reads = member.inputs;
        const std::vector<ValueId> captured = ir::capturedValues(member);
        reads.insert(reads.end(), captured.begin(), captured.end());
        std::sort(reads.begin(), reads.end());
        reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
        for (const ValueId value : reads) {
            if (const auto source = inner.source.find(value); source != inner.source.end()) {
                SceneEdge edge;
                edge.from = source->second;
                edge.to = to;
                edge.tensor = outputIndex(edge.from, value, true);
                m_scene.m_edges.push_back(std::move(edge));
            } else if (const auto outer = inner.outer.find(value); outer != inner.outer.end()) {
                connect(outer->second, to);
            }
        }
    }
}

void SceneBuilder::addEdges() {
    const ir::Connections connections(m_graph);
    for (std::uint32_t i = 0; i < m_graph.valueCount(); ++i)
        for (const NodeId reader : connections.consumers(ValueId(i)))
            if (const auto box = m_scene.m_boxOf.find(reader);
                box != m_scene.m_boxOf.end() && !m_scene.m_boxes[box->second].member.valid())
                connect(ValueId(i), box->second);
    for (const NodeId id : m_graph.order())
        if (m_scene.m_members.count(id) != 0) connectMembers(m_graph.node(id));
    for (std::uint32_t i = 0; i < m_scene.m_boxes.size(); ++i)
        if (m_scene.m_boxes[i].kind == SceneBox::Kind::Output) connect(m_scene.m_boxes[i].value, i);
    findHidden(connections);
}

// A hidden node is found at a reader of what it computes; readers come later in any sane order.
void SceneBuilder::findHidden(const ir::Connections& connections) {
    const auto& order = m_graph.order();
    for (auto it = order.rbegin(); it != order.rend(); ++it) {
        if (m_scene.m_boxOf.count(*it) != 0) continue;
        for (const ValueId out : m_graph.node(*it).outputs) {
            if (!m_graph.contains(out)) continue;
            for (const NodeId reader : connections.consumers(out))
                if (const auto box = m_scene.m_boxOf.find(reader); box != m_scene.m_boxOf.end()) {
                    m_scene.m_boxOf.emplace(*it, box->second);
                    break;
                }
        }
    }
}

} // namespace edgewright::views
