// SPDX-License-Identifier: GPL-3.0-or-later
// The memory that parts of a graph take, to within some ten per cent: for byte budgets.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>

namespace edgewright::ir {

// Bytes of a copy: what copies share (elements of tensors, subgraphs, bodies) is not counted. O(size).
std::int64_t footprint(const Node& node);
std::int64_t footprint(const Value& value);
std::int64_t footprint(const Graph& graph);
// With everything inside, what several nodes share once. O(size).
std::int64_t deepFootprint(const Graph& graph);
// Bytes of the elements, strings and items that copies of the tensor share.
std::int64_t elementBytes(const Tensor& tensor);
// Bytes of the constants of a graph and of all graphs inside, shared ones once.
std::int64_t deepConstantBytes(const Graph& graph);
// Bytes of the names of extents.
std::int64_t symbolBytes(const TensorType& type);

} // namespace edgewright::ir
