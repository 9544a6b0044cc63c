// SPDX-License-Identifier: GPL-3.0-or-later
// Upper bounds of extents that the data decide: no run finds more than them, whatever it is given.
#pragma once

#include "core/ir/dims/dim_expression.h"
#include "core/ir/graph.h"

#include <optional>

namespace edgewright::ops {

// By name, the bounds of the extents that operators of `graph`, with inferred types, decide
// (Operator::largestExtent).
ir::SymbolValues extentBounds(const ir::Graph& graph);

// The type with its upper bounds in the place of names; nothing where an extent has none. Sums and products of
// names have one, too.
std::optional<ir::TensorType> largestType(const ir::TensorType& type, const ir::SymbolValues& bounds);

} // namespace edgewright::ops
