// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/graph_bytes.h"

#include "core/ir/subgraphs.h"

#include <optional>

namespace edgewright::bundle {

namespace {

constexpr int MaxDepth = 64; // of graphs in graphs, and of values in values

constexpr ir::DataType LastType = ir::DataType::Int2;

bool tooDeep(ByteReader& from, int depth) {
    if (depth > MaxDepth) from.fail("graphs lie in graphs more than " + std::to_string(MaxDepth) + " deep");
    return from.failed();
}

// Of a graph with `values`; none where the id is invalid.
ValueId readId(ByteReader& from, std::size_t values) {
    const auto index = from.get<std::uint32_t>("a value's id");
    if (index == ~std::uint32_t(0)) return ValueId();
    if (index >= values)
        from.fail("value " + std::to_string(index) + " of " + std::to_string(values) + " is read or written");
    return ValueId(index);
}

std::vector<ValueId> readIds(ByteReader& from, std::size_t values) {
    std::vector<ValueId> ids(from.getCount("a list of values", 4));
    for (ValueId& id : ids)
        id = readId(from, values);
    return ids;
}

std::int64_t readExtent(ByteReader& from, std::int64_t least) {
    const auto extent = from.get<std::int64_t>("an extent");
    if (extent < least) from.fail("an extent is " + std::to_string(extent));
    return extent;
}

ir::TensorType readType(ByteReader& from) {
    ir::TensorType type;
    type.dtype = from.getEnum("an element type", LastType);
    type.container = from.getEnum("a kind of value", ir::Container::Other);
    if (!from.getFlag("whether a rank is known")) return type;
    type.shape.emplace(from.getCount("a shape", 8));
    for (ir::Dim& dim : *type.shape) {
        const std::int64_t extent = readExtent(from, -1);
        dim = extent >= 0 ? ir::Dim(extent) : ir::Dim::named(from.getText("an extent's name"));
    }
    return type;
}

std::optional<ir::Tensor> readOptional(ByteReader& from, const Data& data, int depth) {
    if (!from.getFlag("whether there is a tensor")) return std::nullopt;
    return readTensor(from, data, depth);
}

std::shared_ptr<const ir::Graph> readShared(ByteReader& from, const Data& data, int depth) {
    return from.getFlag("whether there is a graph") ? readGraph(from, data, depth + 1) : nullptr;
}

template <typename T, typename ReadOne>
std::vector<T> readList(ByteReader& from, const char* what, std::size_t least, const ReadOne& readOne) {
    std::vector<T> values;
    for (std::size_t left = from.getCount(what, least); left > 0 && !from.failed(); --left)
        values.push_back(readOne());
    return values;
}

ir::AttributeValue readAttributeValue(ByteReader& from, const Data& data, int depth) {
    using Kinds = ir::AttributeValue;
    const auto text = [&] { return from.getText("an attribute's text"); };
    const auto integer = [&] { return from.get<std::int64_t>("an attribute's integer"); };
    const auto real = [&] { return from.get<float>("an attribute's number"); };
    const auto tensor = [&] { return readTensor(from, data, depth + 1); };
    const auto graph = [&] { return readShared(from, data, depth); };
    static_assert(std::variant_size_v<Kinds> == 11);
    switch (const auto kind = from.get<std::uint8_t>("an attribute's kind")) {
    case 0:
        return integer();
    case 1:
        return real();
    case 2:
        return text();
    case 3:
        return tensor();
    case 4:
        return graph();
    case 5:
        return readList<std::int64_t>(from, "an attribute's integers", 8, integer);
    case 6:
        return readList<float>(from, "an attribute's numbers", 4, real);
    case 7:
        return readList<std::string>(from, "an attribute's texts", 4, text);
    case 8:
        return readList<ir::Tensor>(from, "an attribute's tensors", 3, tensor);
    case 9:
        return readList<std::shared_ptr<const ir::Graph>>(from, "an attribute's graphs", 1, graph);
    case 10:
        return ir::OpaqueAttribute{{}, readType(from)};
    default:
        from.fail("attributes of kind " + std::to_string(kind) + " are not known");
        return std::int64_t(0);
    }
}

ir::Node readNode(ByteReader& from, const Data& data, std::size_t values, int depth) {
    ir::Node node;
    node.name = from.getText("a node's name");
    node.domain = from.getText("a node's domain");
    node.op = from.getText("an operator");
    node.overload = from.getText("a function's overload");
    node.inputs = readIds(from, values);
    node.outputs = readIds(from, values);
    for (std::size_t left = from.getCount("attributes", 5); left > 0 && !from.failed(); --left) {
        std::string name = from.getText("an attribute's name");
        node.attributes.push_back({std::move(name), readAttributeValue(from, data, depth)});
    }
    node.body = readShared(from, data, depth);
    return node;
}

template <typename Id>
std::unordered_map<Id, ir::ArenaPlan::Slot> readSlots(ByteReader& from, std::size_t keys,
                                                      std::int64_t arenaBytes) {
    std::unordered_map<Id, ir::ArenaPlan::Slot> slots;
    for (std::size_t left = from.getCount("slots", 20); left > 0 && !from.failed(); --left) {
        const auto key = from.get<std::uint32_t>("a slot's owner");
        ir::ArenaPlan::Slot slot;
        slot.offset = from.get<std::int64_t>("a slot's offset");
        slot.size = from.get<std::int64_t>("a slot's size");
        if (key >= keys || slot.offset < 0 || slot.size < 0 || slot.offset > arenaBytes ||
            slot.size > arenaBytes - slot.offset)
            from.fail("slot " + std::to_string(key) + " of " + std::to_string(slot.size) + " bytes at " +
                      std::to_string(slot.offset) + " is outside of the arena of " +
                      std::to_string(arenaBytes) + " bytes");
        slots[Id(key)] = slot;
    }
    return slots;
}

} // namespace

ir::Tensor readTensor(ByteReader& from, const Data& data, int depth) {
    if (tooDeep(from, depth)) return {};
    const auto container = from.getEnum("a kind of value", ir::Container::OptionalSequence);
    const auto type = from.getEnum("an element type", LastType);
    if (container != ir::Container::Tensor)
        return ir::Tensor::ofItems(container, type, readList<ir::Tensor>(from, "items", 3, [&] {
                                       return readTensor(from, data, depth + 1);
                                   }));
    ir::Dims dims(from.getCount("a tensor's shape", 8));
    for (std::int64_t& extent : dims)
        extent = readExtent(from, 0);
    if (from.failed()) return {};
    const auto elements = ir::TensorType(type, dims).elements();
    if (!elements) {
        from.fail("the elements of " + ir::TensorType(type, dims).text() + " cannot be counted");
        return {};
    }
    if (!from.getFlag("whether a tensor has data")) return ir::Tensor::withoutData(type, std::move(dims));
    if (type == ir::DataType::String) {
        auto texts = readList<std::string>(from, "texts", 4, [&] { return from.getText("a text"); });
        if (static_cast<std::int64_t>(texts.size()) != *elements) {
            from.fail(std::to_string(texts.size()) + " texts for " + std::to_string(*elements) + " elements");
            return {};
        }
        return ir::Tensor::ofStrings(std::move(dims), std::move(texts));
    }
    const auto bytes = ir::byteCount(type, *elements);
    if (bytes == 0 && *elements == 0 && type != ir::DataType::Undefined) {
        auto empty = ir::Tensor::allocate(type, std::move(dims));
        if (!empty) from.fail(empty.error().message);
        return empty ? *std::move(empty) : ir::Tensor();
    }
    const auto offset = from.get<std::uint64_t>("where a tensor's bytes lie");
    if (from.failed()) return {};
    if (!bytes || *bytes <= 0 || offset % DataAlignment != 0 || offset > data.bytes.size() ||
        static_cast<std::uint64_t>(*bytes) > data.bytes.size() - offset) {
        from.fail("the bytes of " + ir::TensorType(type, dims).text() + " at " + std::to_string(offset) +
                  " are outside of the data of " + std::to_string(data.bytes.size()) + " bytes");
        return {};
    }
    return ir::Tensor::over(type, std::move(dims), data.owner,
                            data.bytes.subspan(offset, static_cast<std::size_t>(*bytes)));
}

std::shared_ptr<const ir::Graph> readGraph(ByteReader& from, const Data& data, int depth) {
    auto graph = std::make_shared<ir::Graph>();
    if (tooDeep(from, depth)) return graph;
    graph->name = from.getText("a graph's name");
    for (std::size_t left = from.getCount("opsets", 12); left > 0 && !from.failed(); --left) {
        std::string domain = from.getText("a domain");
        graph->opsets[std::move(domain)] = from.get<std::int64_t>("an opset");
    }
    const std::size_t values = from.getCount("values", 13);
    for (std::size_t i = 0; i < values && !from.failed(); ++i) {
        ir::Value value;
        value.name = from.getText("a value's name");
        value.type = readType(from);
        value.constant = readOptional(from, data, depth);
        value.folded = readOptional(from, data, depth);
        const auto outer = from.get<std::uint32_t>("what a value is outside"); // ir::verify knows that graph
        if (outer != ~std::uint32_t(0)) value.outer = ValueId(outer);
        graph->addValue(std::move(value));
    }
    graph->inputs = readIds(from, values);
    graph->outputs = readIds(from, values);
    for (std::size_t left = from.getCount("nodes", 29); left > 0 && !from.failed(); --left)
        graph->addNode(readNode(from, data, values, depth));
    return graph;
}

ir::ArenaPlan readPlan(ByteReader& from, const ir::Graph& graph, std::int64_t arenaBytes, int depth) {
    ir::ArenaPlan plan;
    if (tooDeep(from, depth)) return plan;
    plan.arenaBytes = from.get<std::int64_t>("the size of an arena");
    plan.firstByte = from.get<std::int64_t>("where an inner plan begins");
    // An inner plan has a part of the whole arena, and its offsets are those of the whole.
    const std::int64_t whole = arenaBytes < 0 ? plan.arenaBytes : arenaBytes;
    if (plan.arenaBytes < 0 || plan.firstByte < 0 || plan.firstByte > whole ||
        plan.arenaBytes > whole - plan.firstByte)
        from.fail("an arena of " + std::to_string(plan.arenaBytes) + " bytes begins at " +
                  std::to_string(plan.firstByte));
    plan.places = readSlots<ValueId>(from, graph.valueCount(), whole);
    plan.scratch = readSlots<NodeId>(from, graph.nodeCount(), whole);
    for (std::size_t left = from.getCount("plans of bodies", 8); left > 0 && !from.failed(); --left) {
        const auto node = from.get<std::uint32_t>("whose body is planned");
        if (node >= graph.nodeCount()) {
            from.fail("node " + std::to_string(node) + " of " + std::to_string(graph.nodeCount()) +
                      " has a plan");
            break;
        }
        std::vector<const ir::Graph*> inner;
        const ir::Node& owner = graph.node(NodeId(node));
        if (owner.body)
            inner.push_back(owner.body.get());
        else
            ir::forEachSubgraph(owner, [&](const ir::Subgraph& each) { inner.push_back(each.get()); });
        const std::size_t count = from.getCount("plans of a body");
        if (count > inner.size())
            from.fail(std::to_string(count) + " plans for " + std::to_string(inner.size()) +
                      " graphs in a node");
        for (std::size_t k = 0; k < count && !from.failed(); ++k)
            plan.bodies[NodeId(node)].push_back(readPlan(from, *inner[k], whole, depth + 1));
    }
    return plan;
}

} // namespace edgewright::bundle
