// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/footprint.h"

#include "core/ir/subgraphs.h"

#include <unordered_set>

namespace edgewright::ir {

namespace {

constexpr std::int64_t PerAllocation = 16; // what an allocation takes beside its bytes

std::int64_t heap(std::size_t bytes) {
    return bytes == 0 ? 0 : static_cast<std::int64_t>(bytes) + PerAllocation;
}

std::int64_t heap(const std::string& text) {
    static const std::size_t inside = std::string().capacity();
    return text.size() <= inside ? 0 : heap(text.size() + 1);
}

template <typename T>
std::int64_t heap(const std::vector<T>& items) {
    return heap(items.size() * sizeof(T));
}

std::int64_t heap(const TensorType& type) { return type.shape ? heap(*type.shape) + symbolBytes(type) : 0; }

std::int64_t heap(const AttributeValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return heap(*text);
    if (const auto* ints = std::get_if<std::vector<std::int64_t>>(&value)) return heap(*ints);
    if (const auto* floats = std::get_if<std::vector<float>>(&value)) return heap(*floats);
    if (const auto* opaque = std::get_if<OpaqueAttribute>(&value)) return heap(opaque->serialized);
    if (const auto* tensors = std::get_if<std::vector<Tensor>>(&value)) return heap(*tensors);
    if (const auto* graphs = std::get_if<std::vector<std::shared_ptr<const Graph>>>(&value))
        return heap(*graphs);
    std::int64_t bytes = 0;
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) {
        bytes = heap(*texts);
        for (const std::string& each : *texts)
            bytes += heap(each);
    }
    return bytes;
}

template <typename Bytes>
void addInner(const Graph& graph, const Bytes& bytesOf, std::unordered_set<const Graph*>& seen,
              std::int64_t& bytes) {
    if (!seen.insert(&graph).second) return;
    bytes += bytesOf(graph);
    for (const NodeId id : graph.order()) {
        const Node& node = graph.node(id);
        if (node.body) addInner(*node.body, bytesOf, seen, bytes);
        forEachSubgraph(node, [&](const Subgraph& inner) { addInner(*inner, bytesOf, seen, bytes); });
    }
}

template <typename Bytes>
std::int64_t sumOver(const Graph& graph, const Bytes& bytesOf) {
    std::int64_t bytes = 0;
    std::unordered_set<const Graph*> seen;
    addInner(graph, bytesOf, seen, bytes);
    return bytes;
}

} // namespace

std::int64_t symbolBytes(const TensorType& type) {
    std::int64_t bytes = 0;
    if (type.shape)
        for (const Dim& dim : *type.shape)
            bytes += heap(dim.symbol());
    return bytes;
}

std::int64_t footprint(const Node& node) {
    std::int64_t bytes = static_cast<std::int64_t>(sizeof(std::optional<Node>) + sizeof(NodeId));
    for (const std::string* text : {&node.name, &node.domain, &node.op, &node.doc, &node.overload, &node.kept})
        bytes += heap(*text);
    bytes += heap(node.inputs) + heap(node.outputs) + heap(node.attributes) + heap(node.origins);
    for (const Attribute& attribute : node.attributes)
        bytes += heap(attribute.name) + heap(attribute.value);
    return bytes;
}

std::int64_t footprint(const Value& value) {
    return static_cast<std::int64_t>(sizeof(Value)) + heap(value.name) + heap(value.otherType) +
           heap(value.kept) + heap(value.type);
}

std::int64_t footprint(const Graph& graph) {
    auto bytes = static_cast<std::int64_t>(sizeof(Graph)) + PerAllocation;
    for (const NodeId id : graph.order())
        bytes += footprint(graph.node(id));
    for (std::size_t i = 0; i < graph.valueCount(); ++i)
        bytes += footprint(graph.value(ValueId(i)));
    return bytes;
}

std::int64_t deepFootprint(const Graph& graph) {
    return sumOver(graph, [](const Graph& each) { return footprint(each); });
}

std::int64_t deepConstantBytes(const Graph& graph) {
    return sumOver(graph, [](const Graph& each) {
        std::int64_t bytes = 0;
        for (std::size_t i = 0; i < each.valueCount(); ++i)
            if (const auto& constant = each.value(ValueId(i)).constant) bytes += elementBytes(*constant);
        return bytes;
    });
}

std::int64_t elementBytes(const Tensor& tensor) {
    auto bytes = static_cast<std::int64_t>(tensor.bytes().size());
    bytes += heap(tensor.strings());
    for (const std::string& each : tensor.strings())
        bytes += heap(each);
    for (const Tensor& item : tensor.items())
        bytes += static_cast<std::int64_t>(sizeof(Tensor)) + elementBytes(item);
    return bytes;
}

} // namespace edgewright::ir
