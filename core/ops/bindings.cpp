// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/bindings.h"

namespace edgewright::ops {

namespace {

std::string axisKey(const ir::Value& input, std::size_t axis) {
    return input.name + "#" + std::to_string(axis);
}

std::optional<std::int64_t> lookUp(const Bindings& bindings, const std::string& key) {
    const auto it = bindings.find(key);
    if (key.empty() || it == bindings.end() || it->second < 0) return std::nullopt;
    return it->second;
}

// visit(input, axis, dim) for every open dimension of the graph's inputs.
template <typename Visit>
void forEachOpenDim(const ir::Graph& graph, Visit visit) {
    for (const ValueId id : graph.inputs) {
        if (!graph.contains(id) || !graph.value(id).type.shape) continue;
        const ir::Value& input = graph.value(id);
        for (std::size_t axis = 0; axis < input.type.shape->size(); ++axis)
            if (!(*input.type.shape)[axis].known()) visit(input, axis, (*input.type.shape)[axis]);
    }
}

} // namespace

Bindings bindInputs(ir::Graph& graph, const Bindings& bindings) {
    Bindings symbols = bindings;
    for (const ValueId id : graph.inputs) {
        if (!graph.contains(id) || !graph.value(id).type.shape) continue;
        ir::Value& input = graph.value(id);
        for (std::size_t axis = 0; axis < input.type.shape->size(); ++axis) {
            ir::Dim& dim = (*input.type.shape)[axis];
            if (dim.known()) continue;
            const auto named = lookUp(symbols, dim.symbol());
            const auto extent = named ? named : lookUp(bindings, axisKey(input, axis));
            if (!extent) continue;
            if (!dim.symbol().empty()) symbols.emplace(dim.symbol(), *extent);
            dim = ir::Dim(*extent);
        }
    }
    return symbols;
}

void bindSymbols(ir::TensorType& type, const Bindings& symbols) {
    if (!type.shape) return;
    for (ir::Dim& dim : *type.shape)
        if (!dim.known())
            if (const auto extent = lookUp(symbols, dim.symbol())) dim = ir::Dim(*extent);
}

Bindings defaultBindings(const ir::Graph& graph, const Bindings& given) {
    Bindings result = given;
    forEachOpenDim(graph, [&](const ir::Value& input, std::size_t axis, const ir::Dim& dim) {
        if (lookUp(result, dim.symbol()) || lookUp(result, axisKey(input, axis))) return;
        const std::size_t rank = input.type.shape->size();
        std::int64_t extent = 16;
        if (axis == 0)
            extent = 1;
        else if (rank == 4 && axis >= 2)
            extent = 224;
        else if (rank == 2 && ir::isFloating(input.type.dtype))
            extent = 512; // samples of a signal; 16 tokens otherwise
        result.insert_or_assign(dim.symbol().empty() ? axisKey(input, axis) : dim.symbol(), extent);
    });
    return result;
}

} // namespace edgewright::ops
