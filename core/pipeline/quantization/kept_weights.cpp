// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/kept_weights.h"

#include "core/quant/qdq/operator_role.h"

#include <set>

namespace edgewright::pipeline {

namespace {

// Rules give constants other ids, and leave their bytes where they are.
using Storage = std::set<const std::byte*>;

bool isWeights(const ir::Tensor& tensor) { return ir::isFloating(tensor.dtype()) && tensor.elements() > 1; }

// The constants that weights are computed from; inference knows the elements of small tensors only.
void addStorage(const ir::Graph& graph, const ir::Connections& connections, ValueId value, Storage& storage) {
    std::set<ValueId> seen;
    std::vector<ValueId> pending{value};
    while (!pending.empty()) {
        const ValueId next = pending.back();
        pending.pop_back();
        if (!next.valid() || !graph.contains(next) || !seen.insert(next).second) continue;
        const ir::Tensor* known = graph.value(next).known();
        if (known && isWeights(*known)) storage.insert(known->bytes().data());
        const auto producer = connections.producer(next);
        if (!producer || graph.node(*producer).is("Shape")) continue; // no numbers of what it looks at
        const std::vector<ValueId>& inputs = graph.node(*producer).inputs;
        pending.insert(pending.end(), inputs.begin(), inputs.end());
    }
}

} // namespace

std::vector<KeptWeights> keptWeights(const ir::Graph& given, const ir::Graph& folded,
                                     std::span<const NodeId> products, std::span<const quant::LeftInFloat> left,
                                     const ir::Graph& written) {
    const ir::Connections before(given), unchanged(folded), after(written);
    Storage coded, uncoded;
    for (const NodeId id : products) {
        const ir::Node& product = folded.node(id);
        addStorage(folded, unchanged, product.input(1), coded);
        for (const NodeId origin : originsOf(product))
            if (given.contains(origin) && quant::roleOf(given.node(origin)) == quant::Role::Product)
                addStorage(given, before, given.node(origin).input(1), coded);
    }
    for (const quant::LeftInFloat& each : left) {
        const ir::Node& node = folded.node(each.node);
        if (quant::roleOf(node) != quant::Role::Product || !node.hasInput(1)) continue;
        const ir::Tensor* known = folded.value(node.input(1)).known();
        if (known && isWeights(*known)) uncoded.insert(known->bytes().data());
    }
    std::vector<KeptWeights> kept;
    for (std::size_t i = 0; i < written.valueCount(); ++i) {
        const ir::Value& value = written.value(ValueId(i));
        if (!value.constant || !isWeights(*value.constant)) continue;
        const auto bytes = value.constant->bytes();
        const bool besideCodes = coded.contains(bytes.data());
        if (!besideCodes && !uncoded.contains(bytes.data())) continue;
        KeptWeights each{value.name, {}, static_cast<std::int64_t>(bytes.size()), besideCodes};
        for (const NodeId reader : after.consumers(value.id))
            each.readers.push_back(written.node(reader).label());
        if (!each.readers.empty() || written.isOutput(value.id)) kept.push_back(std::move(each));
    }
    return kept;
}

std::int64_t bytesBesideCodes(std::span<const KeptWeights> kept) {
    std::int64_t bytes = 0;
    for (const KeptWeights& each : kept)
        if (each.besideCodes) bytes += each.bytes;
    return bytes;
}

} // namespace edgewright::pipeline
