// SPDX-License-Identifier: GPL-3.0-or-later
// Concatenation without a copy: operators write their part of the result where it belongs.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <unordered_map>

namespace edgewright::exec {

// The place of a value within the result of the Concat that alone reads it.
struct ConcatSlice {
    ValueId whole;
    ir::DataType type = ir::DataType::Undefined;
    ir::Dims dims;           // of the whole
    std::int64_t offset = 0; // bytes
    std::int64_t bytes = 0;
};

// Slices of the values that a node of `graph` makes, where extents are known and every input of the Concat lies
// in one piece: all axes before that of the Concat have extent 1.
std::unordered_map<ValueId, ConcatSlice> concatSlices(const ir::Graph& graph, const ir::Opsets& opsets);

} // namespace edgewright::exec
