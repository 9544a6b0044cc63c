// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/graph_bytes.h"

#include "core/ir/subgraphs.h"

#include <algorithm>

namespace edgewright::bundle {

namespace {

void writeId(ByteWriter& to, ValueId id) { to.put(id.valid() ? id.index() : ~std::uint32_t(0)); }

void writeIds(ByteWriter& to, const std::vector<ValueId>& ids) {
    to.putCount(ids.size());
    for (const ValueId id : ids)
        writeId(to, id);
}

void writeType(ByteWriter& to, const ir::TensorType& type) {
    to.put(type.dtype);
    to.put(type.container);
    to.put(std::uint8_t(type.shape.has_value()));
    if (!type.shape) return;
    to.putCount(type.shape->size());
    for (const ir::Dim& dim : *type.shape) {
        to.put(dim.value());
        if (!dim.known()) to.put(dim.symbol());
    }
}

void writeOptional(ByteWriter& to, DataList& data, const std::optional<ir::Tensor>& tensor) {
    to.put(std::uint8_t(tensor.has_value()));
    if (tensor) writeTensor(to, data, *tensor);
}

void writeShared(ByteWriter& to, DataList& data, const std::shared_ptr<const ir::Graph>& graph) {
    to.put(std::uint8_t(graph != nullptr));
    if (graph) writeGraph(to, data, *graph);
}

// The kinds are numbered as the alternatives of ir::AttributeValue.
void writeAttribute(ByteWriter& to, DataList& data, const ir::Attribute& attribute) {
    to.put(attribute.name);
    to.put(static_cast<std::uint8_t>(attribute.value.index()));
    const auto list = [&](const auto& values, const auto& writeOne) {
        to.putCount(values.size());
        for (const auto& each : values)
            writeOne(each);
    };
    const auto one = [&](const auto& value) {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, ir::Tensor>)
            writeTensor(to, data, value);
        else if constexpr (std::is_same_v<T, std::shared_ptr<const ir::Graph>>)
            writeShared(to, data, value);
        else if constexpr (std::is_same_v<T, ir::OpaqueAttribute>)
            writeType(to, value.type);
        else
            to.put(value);
    };
    std::visit(
        [&](const auto& value) {
            if constexpr (requires { value.begin(); } &&
                          !std::is_same_v<std::decay_t<decltype(value)>, std::string>)
                list(value, one);
            else
                one(value);
        },
        attribute.value);
}

void writeNode(ByteWriter& to, DataList& data, const ir::Node& node) {
    to.put(node.name);
    to.put(node.domain);
    to.put(node.op);
    to.put(node.overload);
    writeIds(to, node.inputs);
    writeIds(to, node.outputs);
    to.putCount(node.attributes.size());
    for (const ir::Attribute& attribute : node.attributes)
        writeAttribute(to, data, attribute);
    writeShared(to, data, node.body);
}

// Those of `keys` that have a slot, each under its number in `keys`.
template <typename Id>
void writeSlots(ByteWriter& to, const std::unordered_map<Id, ir::ArenaPlan::Slot>& slots,
                const std::vector<Id>& keys) {
    to.putCount(
        static_cast<std::size_t>(std::ranges::count_if(keys, [&](Id id) { return slots.contains(id); })));
    for (std::size_t i = 0; i < keys.size(); ++i)
        if (const auto it = slots.find(keys[i]); it != slots.end()) {
            to.putCount(i);
            to.put(it->second.offset);
            to.put(it->second.size);
        }
}

} // namespace

std::uint64_t DataList::offsetOf(std::span<const std::byte> bytes) {
    const auto [known, isNew] = m_known.try_emplace({bytes.data(), bytes.size()}, m_size);
    if (isNew) {
        m_pieces.emplace_back(m_size, bytes);
        m_size += (bytes.size() + DataAlignment - 1) / DataAlignment * DataAlignment;
    }
    return known->second;
}

void writeTensor(ByteWriter& to, DataList& data, const ir::Tensor& tensor) {
    to.put(tensor.container());
    to.put(tensor.dtype());
    if (!tensor.isTensor()) {
        to.putCount(tensor.items().size());
        for (const ir::Tensor& item : tensor.items())
            writeTensor(to, data, item);
        return;
    }
    to.putCount(tensor.dims().size());
    for (const std::int64_t extent : tensor.dims())
        to.put(extent);
    to.put(std::uint8_t(tensor.hasData()));
    if (!tensor.hasData()) return;
    if (tensor.dtype() == ir::DataType::String) {
        to.putCount(tensor.strings().size());
        for (const std::string& text : tensor.strings())
            to.put(text);
    } else if (!tensor.bytes().empty()) {
        to.put(data.offsetOf(tensor.bytes()));
    }
}

void writeGraph(ByteWriter& to, DataList& data, const ir::Graph& graph) {
    to.put(graph.name);
    to.putCount(graph.opsets.size());
    for (const auto& [domain, version] : graph.opsets) {
        to.put(domain);
        to.put(version);
    }
    const ir::Connections links(graph);
    to.putCount(graph.valueCount());
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::Value& value = graph.value(ValueId(i));
        const bool isRead = !links.consumers(value.id).empty() || graph.isOutput(value.id);
        to.put(value.name);
        writeType(to, value.type);
        writeOptional(to, data, isRead ? value.constant : std::nullopt);
        writeOptional(to, data, value.folded);
        writeId(to, value.outer.value_or(ValueId()));
    }
    writeIds(to, graph.inputs);
    writeIds(to, graph.outputs);
    to.putCount(graph.order().size());
    for (const NodeId id : graph.order())
        writeNode(to, data, graph.node(id));
}

void writePlan(ByteWriter& to, const ir::ArenaPlan& plan, const ir::Graph& graph) {
    to.put(plan.arenaBytes);
    to.put(plan.firstByte);
    std::vector<ValueId> values(graph.valueCount());
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = ValueId(i);
    const std::vector<NodeId>& order = graph.order();
    writeSlots(to, plan.places, values);
    writeSlots(to, plan.scratch, order);
    to.putCount(static_cast<std::size_t>(
        std::ranges::count_if(order, [&](NodeId id) { return plan.bodies.contains(id); })));
    for (std::size_t i = 0; i < order.size(); ++i) {
        const auto it = plan.bodies.find(order[i]);
        if (it == plan.bodies.end()) continue;
        to.putCount(i);
        const ir::Node& node = graph.node(order[i]);
        std::vector<const ir::Graph*> inner;
        if (node.body)
            inner.push_back(node.body.get());
        else
            ir::forEachSubgraph(node, [&](const ir::Subgraph& each) { inner.push_back(each.get()); });
        const std::size_t count = std::min(inner.size(), it->second.size());
        to.putCount(count);
        for (std::size_t k = 0; k < count; ++k)
            writePlan(to, it->second[k], *inner[k]);
    }
}

} // namespace edgewright::bundle
