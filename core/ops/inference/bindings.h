// SPDX-License-Identifier: GPL-3.0-or-later
// Puts extents in the place of symbols.
#pragma once

#include "core/ops/infer.h"

namespace edgewright::ops {

// "<input name>#<axis>", by which the dimension is bound.
std::string axisKey(const ir::Value& input, std::size_t axis);

// Items of a sequence may differ in an extent that has one name: their symbols are left alone.
inline bool isBindable(const ir::TensorType& type) { return type.isTensor() && type.shape; }

// visit(input, axis, dim) for every open dimension of the graph's inputs.
template <typename Visit>
void forEachOpenDim(const ir::Graph& graph, const Visit& visit) {
    for (const ValueId id : graph.inputs) {
        if (!graph.contains(id) || !isBindable(graph.value(id).type)) continue;
        const ir::Value& input = graph.value(id);
        for (std::size_t axis = 0; axis < input.type.shape->size(); ++axis)
            if (!(*input.type.shape)[axis].known()) visit(input, axis, (*input.type.shape)[axis]);
    }
}

// Binds the open dimensions of the graph's inputs, by symbol or by axisKey(). Returns `bindings`
// together with the symbols that got their extent through an axis.
ir::Bindings bindInputs(ir::Graph& graph, const ir::Bindings& bindings);

void bindSymbols(ir::TensorType& type, const ir::Bindings& symbols);

} // namespace edgewright::ops
