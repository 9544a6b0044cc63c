// SPDX-License-Identifier: GPL-3.0-or-later
// How much memory parts of a graph take, to within some ten per cent: for byte budgets.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>

namespace edgewright::ir {

// Of a copy: what copies share (elements of tensors, subgraphs, bodies) is not counted. O(size).
std::int64_t footprint(const Node& node);
std::int64_t footprint(const Value& value);
std::int64_t footprint(const Graph& graph);
// With everything inside, what several nodes share once. O(size).
std::int64_t deepFootprint(const Graph& graph);
// Of the elements, strings and items that copies of the tensor share.
std::int64_t elementBytes(const Tensor& tensor);
// Of the constants of a graph and of all graphs inside, those of shared ones once.
std::int64_t deepConstantBytes(const Graph& graph);
// Of the names of extents.
std::int64_t symbolBytes(const TensorType& type);

} // namespace edgewright::ir
