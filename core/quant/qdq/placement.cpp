// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/qdq/placement.h"

#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/subgraphs.h"
#include "core/quant/qdq/operator_role.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace edgewright::quant {

namespace {

bool isFloat32(const ir::Graph& graph, ValueId value) {
    return value.valid() && graph.value(value).type.dtype == ir::DataType::Float32;
}

const ir::Tensor* knownTensor(const ir::Graph& graph, ValueId value) {
    return value.valid() ? graph.value(value).known() : nullptr;
}

bool isFinite(const ir::Tensor& floats) {
    return std::ranges::all_of(floats.as<float>(), [](float each) { return std::isfinite(each); });
}

// Conv, Gemm, MatMul and the like in the subgraphs of the node.
std::size_t productsInside(const ir::Node& node) {
    std::size_t count = 0;
    ir::forEachSubgraph(node, [&](const ir::Subgraph& inner) {
        for (const NodeId id : inner->order())
            count += (roleOf(inner->node(id)) == Role::Product) + productsInside(inner->node(id));
    });
    return count;
}

class Placing {
public:
    Placing(const ir::Graph& graph, const std::set<std::string>& inFloat)
        : m_graph(graph), m_connections(graph), m_inFloat(inFloat) {}

    Placement place() {
        for (const NodeId id : m_graph.order())
            visit(m_graph.node(id));
        return std::move(m_placement);
    }

private:
    void visit(const ir::Node& node) {
        if (const std::size_t inside = productsInside(node); inside > 0)
            return leave(
                node,
                sayCount(
                    inside,
                    "what is inside If, Loop and Scan is not quantized: it holds {1} product of matrices",
                    "what is inside If, Loop and Scan is not quantized: it holds {1} products of matrices"));
        const Role role = roleOf(node);
        if (role == Role::None) return;
        if (m_inFloat.contains(node.label())) return leave(node, say("it was asked to stay"));
        if (role == Role::Product)
            if (auto reason = reasonOfType(m_graph, node)) return leave(node, *std::move(reason));
        for (const ValueId output : node.outputs)
            if (output.valid() && !isFloat32(m_graph, output)) return;
        if (!isFloat32(m_graph, node.input(0))) return;
        if (role == Role::Product) return visitProduct(node);
        if (role == Role::Clip && goesIntoLimits(node)) {
            if (node.is("Clip") && m_graph.node(*m_connections.producer(node.input(0))).is("Add"))
                return clipSum(node);
            m_placement.inLimits.insert(node.id);
            m_placement.nodes.push_back(node.id);
            return pair(node.output(0));
        }
        // Only codes that are there already are moved or clipped; turning float32 into codes for that gains
        // nothing.
        if ((role == Role::Moving || role == Role::Clip) && !m_paired.contains(node.input(0))) return;
        for (const ValueId input : activationsOf(node)) {
            if (!isFloat32(m_graph, input)) return leave(node, say("an input of it is not float32"));
            if (const ir::Tensor* known = knownTensor(m_graph, input); known && !isFinite(*known))
                return leave(node, say("its constant {1} holds numbers that are not finite",
                                       inQuotes(m_graph.value(input).name)));
        }
        if (role == Role::Computing && !readsCodes(node))
            return leave(node, say("what it reads is in float32, and would become codes for it alone"));
        quantize(node);
        if (role == Role::Moving)
            for (const ValueId output : node.outputs)
                if (output.valid()) m_placement.movedFrom[output] = node.input(0);
    }

    // True if what the node reads is there in codes: all of it but what is broadcast, which is little. Not the
    // product that ends a normalisation, whose factors come in float32 from what they are multiplied by: one
    // kernel computes all of it.
    bool readsCodes(const ir::Node& node) const {
        const auto& shape = m_graph.value(node.output(0)).type.shape;
        const std::vector<ValueId> inputs = activationsOf(node);
        bool any = false;
        for (const ValueId input : inputs) {
            if (knownTensor(m_graph, input) || isFilling(input)) continue;
            const bool isThere = m_paired.contains(input);
            any = any || isThere;
            const auto& read = m_graph.value(input).type.shape;
            const bool isBroadcast = shape && read && *read != *shape && !node.is("Concat");
            if (isThere) continue;
            constexpr int MaxSteps = 8; // of normalisations in their parts
            if (!isBroadcast || std::ranges::any_of(inputs, [&](ValueId other) {
                    return other != input && comesInFloatFrom(other, input, MaxSteps);
                }))
                return false;
        }
        return any;
    }

    // True if `value` is computed from `source` by at most so many nodes in float32 behind each other.
    bool comesInFloatFrom(ValueId source, ValueId value, int steps) const {
        const auto producer = m_connections.producer(value);
        if (!producer || m_quantized.contains(*producer) || steps == 0) return false;
        return std::ranges::any_of(m_graph.node(*producer).inputs, [&](ValueId input) {
            return input.valid() && (input == source || comesInFloatFrom(source, input, steps - 1));
        });
    }

    // One number throughout, as good as a constant.
    bool isFilling(ValueId value) const {
        const auto producer = m_connections.producer(value);
        return producer && m_graph.node(*producer).is("ConstantOfShape");
    }

    // The sum gets the codes of what is left of it, which end where they do: no number changes. ONNX Runtime
    // (1.30) refuses a model, from its extended level on, in which no pair stands between Add and Clip.
    void clipSum(const ir::Node& clip) {
        m_placement.nodes.push_back(clip.id);
        m_quantized.insert(clip.id);
        pair(clip.output(0));
        pair(clip.input(0));
        m_placement.movedFrom[clip.input(0)] = clip.output(0);
    }

    void visitProduct(const ir::Node& node) {
        const ValueId weights = node.input(1), bias = node.input(2);
        if (!isFloat32(m_graph, weights)) return leave(node, say("its weights are not float32"));
        const bool isKnown = knownTensor(m_graph, weights) != nullptr;
        if (!isKnown && !node.is("MatMul")) return leave(node, say("its weights are computed at run time"));
        if (knownTensor(m_graph, node.input(0))) return leave(node, say("its input is a constant"));
        if (bias.valid() && !knownTensor(m_graph, bias))
            return leave(node, say("its bias is computed at run time"));
        quantize(node);
    }

    std::vector<ValueId> activationsOf(const ir::Node& node) const {
        const std::size_t count = activationInputs(node);
        std::vector<ValueId> inputs = node.inputs;
        if (count > 0 && inputs.size() > count) inputs.resize(count);
        std::erase_if(inputs, [](ValueId value) { return !value.valid(); });
        return inputs;
    }

    void quantize(const ir::Node& node) {
        m_placement.nodes.push_back(node.id);
        m_quantized.insert(node.id);
        for (const ValueId input : activationsOf(node))
            if (!knownTensor(m_graph, input)) pair(input);
        if (const auto clip = clipBehind(node); clip) return;
        for (const ValueId output : node.outputs)
            if (output.valid()) pair(output);
    }

    // A Relu or Clip that alone reads what this node computes.
    const ir::Node* clipBehind(const ir::Node& node) const {
        if (roleOf(node) != Role::Product && !node.is("Add")) return nullptr;
        const ValueId output = node.output(0);
        const auto readers = m_connections.consumers(output);
        if (readers.size() != 1 || m_graph.isOutput(output)) return nullptr;
        const ir::Node& reader = m_graph.node(readers.front());
        return roleOf(reader) == Role::Clip && reader.input(0) == output && !m_inFloat.contains(reader.label())
                   ? &reader
                   : nullptr;
    }
    bool goesIntoLimits(const ir::Node& clip) const {
        const auto producer = m_connections.producer(clip.input(0));
        return producer && m_quantized.contains(*producer) && clipBehind(m_graph.node(*producer)) == &clip;
    }

    void pair(ValueId value) {
        if (m_paired.insert(value).second) m_placement.tensors.push_back(value);
    }
    void leave(const ir::Node& node, std::string reason) {
        m_placement.left.push_back({node.id, std::move(reason)});
    }

    const ir::Graph& m_graph;
    const ir::Connections m_connections;
    const std::set<std::string>& m_inFloat;
    Placement m_placement;
    std::set<NodeId> m_quantized;
    std::set<ValueId> m_paired;
};

} // namespace

std::vector<ValueId> Placement::toCalibrate(const ir::Graph& graph) const {
    const ir::Connections connections(graph);
    std::vector<ValueId> needed;
    for (const ValueId value : tensors) {
        if (movedFrom.contains(value)) continue;
        const auto producer = connections.producer(value);
        if (producer && fixedRange(graph.node(*producer)) && std::ranges::find(nodes, *producer) != nodes.end())
            continue;
        needed.push_back(value);
    }
    return needed;
}

Error nothingToQuantize(const ir::Graph& graph, std::span<const LeftInFloat> left) {
    constexpr std::size_t MaxReasons = 3;
    std::vector<std::pair<LeftInFloat, std::size_t>> reasons;
    for (const LeftInFloat& each : left) {
        const auto known =
            std::ranges::find(reasons, each.reason, [](const auto& entry) { return entry.first.reason; });
        if (known == reasons.end())
            reasons.emplace_back(each, 1);
        else
            ++known->second;
    }
    std::string text = say("the model has no operator that can be quantized");
    for (std::size_t i = 0; i < std::min(reasons.size(), MaxReasons); ++i) {
        const auto& [first, count] = reasons[i];
        const std::string name = inQuotes(graph.node(first.node).label());
        const std::string why = count > 1 ? say("{1} and {2} more: {3}", name, count - 1, first.reason)
                                          : say("{1}: {2}", name, first.reason);
        text = i == 0 ? say("{1}: {2}", text, why) : say("{1}; {2}", text, why);
    }
    if (reasons.size() > MaxReasons) text = say("{1}; {2} other reasons", text, reasons.size() - MaxReasons);
    return badInput(std::move(text));
}

std::optional<std::string> reasonOfType(const ir::Graph& graph, const ir::Node& product) {
    if (!product.output(0).valid()) return std::nullopt;
    const ir::DataType type = graph.value(product.output(0)).type.dtype;
    if (!ir::isFloating(type) || type == ir::DataType::Float32) return std::nullopt;
    return say("it computes in {1}, and only float32 is quantized", ir::dataTypeName(type));
}

Placement placementOf(const ir::Graph& graph, const std::set<std::string>& inFloat) {
    return Placing(graph, inFloat).place();
}

} // namespace edgewright::quant
