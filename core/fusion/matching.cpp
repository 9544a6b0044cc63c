// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/matching.h"

#include "core/base/say.h"
#include "core/ir/subgraphs.h"
#include "core/ops/operands/axis_broadcast.h"

#include <algorithm>
#include <cmath>

namespace edgewright::fusion {

std::string listed(const ir::Graph& graph, const std::vector<NodeId>& nodes) {
    const auto label = [&](NodeId id) { return graph.node(id).label(); };
    if (nodes.size() > 3)
        return say("{1}, {2} and {3} more", label(nodes[0]), label(nodes[1]), nodes.size() - 2);
    std::vector<std::string> labels(nodes.size());
    std::ranges::transform(nodes, labels.begin(), label);
    return sayList(labels);
}

std::string described(const GraphView& view, ValueId value) {
    if (const ir::Node* producer = view.producer(value)) return say("the output of {1}", producer->label());
    return "'" + view.graph.value(value).name + "'";
}

std::optional<std::string> whyNotPrivate(const GraphView& view, ValueId value, NodeId reader) {
    if (view.graph.isOutput(value))
        return say("{1}, '{2}', is a graph output", described(view, value), view.graph.value(value).name);
    std::vector<NodeId> others;
    for (const NodeId each : view.connections.consumers(value))
        if (each != reader) others.push_back(each);
    if (others.empty()) return std::nullopt;
    return say("{1} is also read by {2}", described(view, value), listed(view.graph, others));
}

bool isPrivate(const GraphView& view, ValueId value, NodeId reader) {
    return !view.graph.isOutput(value) &&
           std::ranges::all_of(view.connections.consumers(value), [&](NodeId each) { return each == reader; });
}

std::optional<NodeId> capturedBy(const GraphView& view, ValueId value) {
    for (const NodeId reader : view.connections.consumers(value)) {
        const auto captured = ir::capturedValues(view.graph.node(reader));
        if (std::ranges::find(captured, value) != captured.end()) return reader;
    }
    return std::nullopt;
}

std::optional<std::vector<double>> knownFloats(const GraphView& view, ValueId value) {
    const ir::Tensor* tensor = knownTensor(view, value);
    if (!tensor || !ir::isFloating(tensor->dtype())) return std::nullopt;
    if (tensor->dtype() == ir::DataType::Float32) {
        const auto floats = tensor->as<float>();
        return std::vector<double>(floats.begin(), floats.end());
    }
    std::vector<double> result(static_cast<std::size_t>(tensor->elements()));
    for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = ir::elementAsDouble(*tensor, static_cast<std::int64_t>(i));
    return result;
}

std::optional<double> knownScalar(const GraphView& view, ValueId value) {
    const ir::Tensor* tensor = knownTensor(view, value);
    if (!tensor || !ir::isFloating(tensor->dtype()) || tensor->elements() != 1) return std::nullopt;
    return ir::elementAsDouble(*tensor, 0);
}

std::optional<std::vector<std::int64_t>> knownInts(const GraphView& view, ValueId value) {
    const ir::Tensor* tensor = knownTensor(view, value);
    if (!tensor || !ir::isInteger(tensor->dtype())) return std::nullopt;
    return ir::toInt64s(*tensor);
}

std::string notConstant(const GraphView& view, const std::string& subject, ValueId value) {
    if (const ir::Node* producer = view.producer(value))
        return say("{1} is computed at run time by {2}", subject, producer->label());
    if (view.graph.isInput(value))
        return say("{1} is the graph input '{2}'", subject, view.graph.value(value).name);
    return say("{1} is a constant without usable data", subject);
}

std::optional<ir::Tensor> roundedTensor(ir::DataType type, const ir::Dims& dims,
                                        const std::function<double(std::int64_t)>& element) {
    if (!ir::isFloating(type)) return std::nullopt;
    auto allocated = ir::Tensor::allocate(type, dims);
    if (!allocated) return std::nullopt;
    ir::Tensor tensor = std::move(allocated).value();
    bool finite = true;
    const auto fill = [&](auto* out, auto round, auto back) {
        for (std::int64_t i = 0; i < tensor.elements(); ++i) {
            out[i] = round(element(i));
            finite = finite && std::isfinite(back(out[i]));
        }
    };
    const auto same = [](auto x) { return x; };
    switch (type) {
    case ir::DataType::Float64:
        fill(tensor.as<double>().data(), same, same);
        break;
    case ir::DataType::Float16:
        fill(
            tensor.as<std::uint16_t>().data(), [](double x) { return ir::floatToHalf(static_cast<float>(x)); },
            ir::halfToFloat);
        break;
    case ir::DataType::BFloat16:
        fill(
            tensor.as<std::uint16_t>().data(),
            [](double x) { return ir::floatToBfloat16(static_cast<float>(x)); }, ir::bfloat16ToFloat);
        break;
    default:
        fill(
            tensor.as<float>().data(), [](double x) { return static_cast<float>(x); }, same);
        break;
    }
    if (!finite) return std::nullopt;
    return tensor;
}

const ir::TensorType& typeOf(const ir::Graph& graph, ValueId value) {
    static const ir::TensorType unknown;
    return value.valid() && graph.contains(value) ? graph.value(value).type : unknown;
}

std::optional<ir::Dims> alignedDims(const GraphView& view, const ir::Node& node, std::size_t input) {
    const ir::Tensor* constant = knownTensor(view, node.input(input));
    if (!constant) return std::nullopt;
    if (input != 1 || view.opset() >= 7) return constant->dims();
    const auto rank = typeOf(view, node.input(0)).rank();
    if (!rank) return std::nullopt;
    auto placed = ops::placedAtAxis(node, view.opset(), *rank, constant->dims());
    return placed ? std::optional(*std::move(placed)) : std::nullopt;
}

bool sameShape(const ir::TensorType& a, const ir::TensorType& b) {
    if (!a.shape || !b.shape || *a.shape != *b.shape) return false;
    return std::ranges::all_of(*a.shape,
                               [](const ir::Dim& dim) { return dim.known() || !dim.symbol().empty(); });
}

bool shapesClash(const ir::TensorType& a, const ir::TensorType& b) {
    if (!a.shape || !b.shape) return false;
    if (a.shape->size() != b.shape->size()) return true;
    for (std::size_t i = 0; i < a.shape->size(); ++i) {
        const ir::Dim& x = (*a.shape)[i];
        const ir::Dim& y = (*b.shape)[i];
        if (x.known() && y.known() && x.value() != y.value()) return true;
    }
    return false;
}

ops::Pattern patternOf(const ir::Node& node) {
    if (node.domain == ir::FusedDomain && node.body) {
        ops::Pattern strictest = ops::Pattern::ElementWise;
        for (const NodeId id : node.body->order()) {
            const ir::Node& member = node.body->node(id);
            if (!member.is("DequantizeLinear"))
                strictest = std::max(strictest, patternOf(member)); // of weights
        }
        return strictest;
    }
    const ops::Operator* found = ops::find(node.domain, node.op);
    if (!found || node.body || node.inputs.empty() || ir::hasSubgraph(node)) return ops::Pattern::Opaque;
    if (found->category == ops::Category::ControlFlow) return ops::Pattern::Opaque;
    if (ops::isRandom(node)) return ops::Pattern::Opaque;
    if (isInferenceBatchNorm(node)) return ops::Pattern::Broadcast;
    if (node.is("Shape") || node.is("Size")) return ops::Pattern::Injective; // reads no element at all
    if (node.is("Resize") || node.is("Upsample") || node.is("Range")) return ops::Pattern::Injective;
    const bool whole =
        found->category == ops::Category::Normalisation || found->category == ops::Category::Compute;
    if (found->pattern == ops::Pattern::Opaque && whole)
        return ops::Pattern::OutFusable; // Softmax, LSTM, Attention
    return found->pattern;
}

bool isElementWise(const ir::Node& node) { return patternOf(node) <= ops::Pattern::Broadcast; }

bool isInferenceBatchNorm(const ir::Node& node) {
    if (!node.is("BatchNormalization") || node.intOr("training_mode", 0) != 0) return false;
    for (std::size_t i = 1; i < node.outputs.size(); ++i)
        if (node.outputs[i].valid()) return false;
    return node.intOr("spatial", 1) == 1;
}

} // namespace edgewright::fusion
