// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/graph/picture/scene/scene_builder.h"

#include "core/ir/subgraphs.h"
#include "views/graph/picture/scene/module_card.h"
#include "views/support/short_name.h"

#include <algorithm>
#include <tuple>

namespace edgewright::views {

SceneBuilder::SceneBuilder(GraphScene& scene, const CardFonts& fonts)
    : m_scene(scene), m_graph(*scene.m_graph), m_metrics(fonts) {}

void SceneBuilder::build() {
    m_constants = ir::constantsOf(m_graph);
    m_scene.m_folded = Folded(m_scene.m_options.folding);
    m_scene.m_boxes.reserve(m_graph.nodeCount() + m_graph.inputs.size() + m_graph.outputs.size());
    for (const ValueId input : m_graph.inputs)
        if (m_graph.contains(input))
            m_scene.m_sourceOf.try_emplace(input, addTerminal(SceneBox::Kind::Input, input));
    // What a module of the original has left of it in a fused graph may be one node: that shows itself.
    const auto& folding = m_scene.m_options.folding;
    std::vector<std::size_t> inModule(folding.modules ? folding.modules->all.size() : 0, 0);
    for (const NodeId id : m_graph.order())
        if (const ModuleId module = m_scene.m_folded.box(id); module.valid() && !m_constants.nodes[id.index()])
            ++inModule[module.index()];
    for (const NodeId id : m_graph.order()) {
        const ir::Node& node = m_graph.node(id);
        if (m_constants.nodes[id.index()])
            ++m_scene.m_hidden;
        else if (const ModuleId module = m_scene.m_folded.box(id);
                 module.valid() && inModule[module.index()] > 1)
            addToModule(module, node);
        else if (node.body && node.body->nodeCount() > 0 && m_scene.m_options.opened.count(id) != 0)
            addMembers(node);
        else
            addNode(node);
    }
    for (const ValueId output : m_graph.outputs)
        if (m_graph.contains(output)) addTerminal(SceneBox::Kind::Output, output);
    shortenNames();
    finishModules();
    addEdges();
}

void SceneBuilder::shortenNames() {
    std::vector<SceneBox*> boxes;
    std::vector<std::string> names;
    for (SceneBox& box : m_scene.m_boxes)
        if (box.card.nameRoom > 0 && !box.card.subtitle.isEmpty()) {
            boxes.push_back(&box);
            names.push_back(box.card.subtitle.toStdString());
        }
    const ShortLabels labels(names);
    QStringList shown;
    // By what a person reads; an opened node is a picture of its own.
    const auto reading = [&](std::size_t i) {
        const NodeId opened = boxes[i]->member.valid() ? boxes[i]->node : NodeId();
        return std::tuple(opened, boxes[i]->card.title, shown[static_cast<qsizetype>(i)]);
    };
    std::map<std::tuple<NodeId, QString, QString>, int> times;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        shown << buttonLabel(labels, i, m_metrics.small, boxes[i]->card.nameRoom);
        ++times[reading(i)];
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        SceneBox& box = *boxes[i];
        nameCard(box.card, shown[static_cast<qsizetype>(i)], times[reading(i)] > 1,
                 box.member.valid() ? box.member : box.node, m_metrics);
        box.rect = QRectF(QPointF(), box.card.size);
    }
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
    box.card = makeNodeCard(m_graph, node, m_constants.values, m_metrics);
    const std::uint32_t index = add(std::move(box));
    m_scene.m_boxOf.emplace(node.id, index);
    for (const ValueId out : node.outputs)
        if (m_graph.contains(out)) m_scene.m_sourceOf.try_emplace(out, index);
}

void SceneBuilder::addMembers(const ir::Node& node) {
    const ir::Graph& body = *node.body;
    Inner& inner = m_inner[node.id];
    ConstantValues known(body.valueCount(), false);
    OuterValues outer;
    for (std::size_t i = 0; i < body.inputs.size() && i < node.inputs.size(); ++i) {
        const ValueId in = node.inputs[i];
        if (!m_graph.contains(in) || !body.contains(body.inputs[i])) continue;
        inner.outer.emplace(body.inputs[i], in);
        known[body.inputs[i].index()] = m_constants.values[in.index()];
        outer.emplace(body.inputs[i], &m_graph.value(in));
    }
    const ir::Constants constants = ir::constantsOf(body, std::move(known));
    auto& members = m_scene.m_members[node.id];
    for (const NodeId id : body.order()) {
        if (constants.nodes[id.index()]) continue;
        const ir::Node& member = body.node(id);
        SceneBox box;
        box.node = node.id;
        box.member = id;
        box.category = ops::categoryOf(member);
        box.nested = ir::hasSubgraph(member);
        box.facts = factsOf(body, member);
        box.card = makeNodeCard(body, member, constants.values, m_metrics, outer);
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

void SceneBuilder::addToModule(ModuleId module, const ir::Node& node) {
    const auto [it, fresh] =
        m_scene.m_moduleBoxes.try_emplace(module, static_cast<std::uint32_t>(m_scene.m_boxes.size()));
    if (fresh) {
        SceneBox box;
        box.module = module;
        box.openable = true;
        m_scene.m_boxes.push_back(std::move(box));
    }
    m_scene.m_boxes[it->second].nodes.push_back(node.id);
    m_scene.m_boxOf.emplace(node.id, it->second);
    for (const ValueId out : node.outputs)
        if (m_graph.contains(out)) m_scene.m_sourceOf.try_emplace(out, it->second);
}

// Sums, and the node with the most to multiply, of which the box has its category.
void SceneBuilder::finishModules() {
    const auto add = [](std::int64_t& sum, std::int64_t more) {
        sum = sum > INT64_MAX - more ? INT64_MAX : sum + more;
    };
    for (const auto& [module, index] : m_scene.m_moduleBoxes) {
        SceneBox& box = m_scene.m_boxes[index];
        std::int64_t most = -1;
        for (const NodeId id : box.nodes) {
            const ir::Node& node = m_graph.node(id);
            const NodeFacts facts = factsOf(m_graph, node);
            add(box.facts.macs, facts.macs);
            box.facts.macsAreLeast = box.facts.macsAreLeast || facts.macsAreLeast;
            add(box.facts.weightBytes, facts.weightBytes);
            if (facts.macs <= most) continue;
            most = facts.macs;
            box.node = id;
            box.category = ops::categoryOf(node);
        }
        box.card =
            makeModuleCard(*m_scene.m_options.folding.modules, module, box.nodes.size(), box.facts, m_metrics);
        box.rect = QRectF(QPointF(), box.card.size);
    }
}

// Which output of the box's node `value` is; `inner`: a value of the body.
std::uint32_t SceneBuilder::outputIndex(std::uint32_t box, ValueId value, bool inner) const {
    const SceneBox& source = m_scene.m_boxes[box];
    if (source.kind != SceneBox::Kind::Node) return 0;
    if (source.module.valid()) return value.index();
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
    if (m_scene.m_boxes[source->second].module.valid() || m_scene.m_boxes[to].module.valid()) {
        if (source->second == to) return;
        const auto [joined, isNew] =
            m_joined.try_emplace(std::pair(source->second, to), m_scene.m_edges.size());
        if (!isNew) {
            SceneEdge& edge = m_scene.m_edges[joined->second];
            if (edge.value != value && std::ranges::find(edge.others, value) == edge.others.end())
                edge.others.push_back(value);
            return;
        }
    }
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
