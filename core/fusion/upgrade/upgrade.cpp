// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/upgrade/upgrade.h"

#include "core/base/say.h"
#include "core/fusion/matching.h"
#include "core/fusion/upgrade/upgrade_steps.h"
#include "core/ir/additions.h"
#include "core/ir/subgraphs.h"
#include "core/ops/infer.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <unordered_map>

namespace edgewright::fusion {

const ir::TensorType& NodeRewriter::type(std::size_t input) const {
    return typeOf(m_graph, m_graph.node(m_id).input(input));
}

const ir::TensorType& NodeRewriter::outputType(std::size_t output) const {
    return typeOf(m_graph, m_graph.node(m_id).output(output));
}

const ir::Tensor* NodeRewriter::known(std::size_t input) const {
    const ir::Tensor* tensor = knownTensor(m_graph, m_graph.node(m_id).input(input));
    return tensor && tensor->isTensor() ? tensor : nullptr;
}

bool NodeRewriter::isRead(ValueId value) const {
    if (m_graph.isOutput(value)) return true;
    for (const NodeId id : m_graph.order()) {
        const ir::Node& node = m_graph.node(id);
        if (std::ranges::find(node.inputs, value) != node.inputs.end()) return true;
        const auto captured = ir::capturedValues(node);
        if (std::ranges::find(captured, value) != captured.end()) return true;
    }
    return false;
}

ValueId NodeRewriter::value(std::string_view suffix, ir::TensorType type) {
    ir::Value made;
    made.name = ir::uniqueName(node().label() + "_" + std::string(suffix), m_names);
    made.type = std::move(type);
    return m_graph.addValue(std::move(made));
}

ValueId NodeRewriter::constant(std::string_view suffix, ir::Tensor tensor) {
    const ValueId id = value(suffix, tensor.type());
    m_graph.value(id).constant = std::move(tensor);
    return id;
}

ValueId NodeRewriter::ints(std::string_view suffix, const std::vector<std::int64_t>& values) {
    return constant(suffix, ir::Tensor::of<std::int64_t>({static_cast<std::int64_t>(values.size())}, values));
}

void NodeRewriter::setInput(std::size_t index, ValueId value) {
    auto& inputs = node().inputs;
    if (inputs.size() <= index) inputs.resize(index + 1);
    inputs[index] = value;
}

void NodeRewriter::drop(std::string_view attribute) {
    std::erase_if(node().attributes, [&](const ir::Attribute& each) { return each.name == attribute; });
}

NodeId NodeRewriter::addNode(std::string op, std::vector<ValueId> inputs, ValueId output,
                             std::vector<ir::Attribute> attributes, std::size_t number) {
    const std::string suffix = "_" + op + (number > 0 ? std::to_string(number) : "");
    return m_graph.addNode(
        ir::standIn(node(), suffix, std::move(op), std::move(inputs), {output}, std::move(attributes)));
}

void NodeRewriter::before(std::string op, std::vector<ValueId> inputs, ValueId output,
                          std::vector<ir::Attribute> attributes) {
    m_before.push_back(
        addNode(std::move(op), std::move(inputs), output, std::move(attributes), m_before.size()));
}

void NodeRewriter::after(std::string op, std::vector<ValueId> inputs, ValueId output,
                         std::vector<ir::Attribute> attributes) {
    m_after.push_back(addNode(std::move(op), std::move(inputs), output, std::move(attributes), m_after.size()));
}

namespace {

constexpr int DeepestNesting = 64; // of subgraphs

struct Stop {
    std::int64_t version = 0; // that the node cannot follow to; 0: the person asked to stop
    std::string reason;
    NodeId node; // of the top graph
};

const UpgradeStep* stepOf(const ir::Node& node, std::int64_t version) {
    for (const auto steps : {attributeSteps(), meaningSteps()})
        for (const UpgradeStep& step : steps)
            if (step.version == version && node.op == step.op) return &step;
    return nullptr;
}

class Raise {
public:
    Raise(std::int64_t from, std::int64_t to, const RunContext& run) : m_from(from), m_to(to), m_run(run) {}

    std::optional<Stop> graph(ir::Graph& graph, int depth) {
        for (std::size_t i = 0; i < graph.valueCount(); ++i)
            m_names.insert(graph.value(ValueId(i)).name);
        for (const NodeId id : graph.order())
            if (auto stop = inner(graph.node(id), depth)) return named(*std::move(stop), id, depth);
        for (std::int64_t version = m_from + 1; version <= m_to; ++version) {
            if (m_run.stopped()) return Stop{};
            std::vector<NodeId> order;
            const std::vector<NodeId> before = graph.order();
            for (const NodeId id : before) {
                if (auto reason = unknown(graph.node(id)))
                    return named({version, *std::move(reason), {}}, id, depth);
                NodeRewriter at(graph, id, m_names);
                const UpgradeStep* step =
                    graph.node(id).domain.empty() ? stepOf(graph.node(id), version) : nullptr;
                if (version == 6) at.drop("consumed_inputs");
                if (step)
                    if (auto reason = step->rewrite(at))
                        return named({version,
                                      say("'{1}' ({2}) cannot follow to opset {3}: {4}", graph.node(id).label(),
                                          graph.node(id).op, version, *reason),
                                      {}},
                                     id, depth);
                order.insert(order.end(), at.nodesBefore().begin(), at.nodesBefore().end());
                order.push_back(id);
                order.insert(order.end(), at.nodesAfter().begin(), at.nodesAfter().end());
            }
            if (order.size() != before.size()) graph.setOrder(std::move(order));
        }
        return std::nullopt;
    }

private:
    static Stop named(Stop stop, NodeId id, int depth) {
        if (depth == 0) stop.node = id;
        return stop;
    }
    std::optional<std::string> unknown(const ir::Node& node) const {
        if (!node.domain.empty() || node.body || ops::find("", node.op)) return std::nullopt;
        return say("'{1}' ({2}) is no operator whose changes are known", node.label(), node.op);
    }

    // Bodies that several nodes share stay shared.
    std::optional<Stop> shared(ir::Subgraph& pointer, int depth) {
        if (!pointer) return std::nullopt;
        if (depth > DeepestNesting) return Stop{m_from + 1, say("its subgraphs are nested too deeply"), {}};
        if (const auto it = m_done.find(pointer.get()); it != m_done.end()) {
            pointer = it->second.second;
            return std::nullopt;
        }
        auto copy = std::make_shared<ir::Graph>(*pointer);
        if (auto stop = graph(*copy, depth + 1)) return stop;
        m_done.emplace(pointer.get(), std::pair(pointer, ir::Subgraph(copy)));
        pointer = std::move(copy);
        return std::nullopt;
    }
    std::optional<Stop> inner(ir::Node& node, int depth) {
        if (auto stop = shared(node.body, depth)) return stop;
        for (ir::Attribute& attribute : node.attributes) {
            if (auto* one = std::get_if<ir::Subgraph>(&attribute.value))
                if (auto stop = shared(*one, depth)) return stop;
            if (auto* many = std::get_if<std::vector<ir::Subgraph>>(&attribute.value))
                for (ir::Subgraph& each : *many)
                    if (auto stop = shared(each, depth)) return stop;
        }
        return std::nullopt;
    }

    std::int64_t m_from;
    std::int64_t m_to;
    const RunContext& m_run;
    std::unordered_set<std::string> m_names;
    std::unordered_map<const ir::Graph*, std::pair<ir::Subgraph, ir::Subgraph>>
        m_done; // before (kept alive) and after
};

} // namespace

Result<Upgraded> upgradeOpset(const ir::Graph& graph, const ir::Opsets& opsets, std::int64_t limit,
                              const RunContext& run) {
    Upgraded result;
    result.opsets = opsets;
    const std::int64_t from = ir::opsetOf(opsets);
    std::int64_t to = std::min(limit, NewestOpset);
    while (to > from) {
        ir::Graph raised = graph;
        const auto stop = Raise(from, to, run).graph(raised, 0);
        if (!stop) {
            result.opsets[""] = to;
            result.graph = ops::inferTypes(raised, result.opsets, {}, run).graph;
            if (run.stopped()) return cancelled();
            return result;
        }
        if (stop->version == 0) return cancelled();
        to = stop->version - 1;
        Diagnostic note;
        note.severity = Severity::Note;
        note.code = "opset-not-raised";
        note.message = stop->reason;
        note.node = stop->node;
        if (stop->node.valid()) note.place = say("node '{1}'", graph.node(stop->node).label());
        result.diagnostics.push_back(std::move(note));
    }
    result.graph = graph;
    return result;
}

} // namespace edgewright::fusion
