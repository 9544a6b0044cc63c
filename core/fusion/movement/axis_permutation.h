// SPDX-License-Identifier: GPL-3.0-or-later
// Nodes rewritten for inputs and outputs whose axes are permuted: what Transpose can be moved across.
#pragma once

#include "core/fusion/movement/movement_parameters.h"

#include <optional>
#include <vector>

namespace edgewright::fusion {

// The inputs of a node whose axes are those of its output, when Transpose commutes with the node: element-wise
// operators, and those that work along axes that they name. Outputs have `rank` axes, too. Empty when it does
// not. Inputs that hold one element, whatever their rank, have no axes that matter and are not listed.
std::optional<std::vector<std::size_t>> axisInputs(const GraphView& view, const ir::Node& node,
                                                   std::size_t rank);

// The node for inputs and outputs whose axis `to[i]` is axis i of now; inputs and outputs themselves are the
// caller's. Only for nodes that have axisInputs. Empty when an axis cannot be said otherwise.
std::optional<ir::Node> withAxesMoved(const GraphView& view, ir::PatchBuilder& patch, const ir::Node& node,
                                      const Permutation& to);

} // namespace edgewright::fusion
