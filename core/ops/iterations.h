// SPDX-License-Identifier: GPL-3.0-or-later
// The trip count of loops.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <optional>

namespace edgewright::ops {

// True if the tensor is a known, true scalar.
bool isTrue(const ir::Tensor* tensor);
// True if a Loop with this body runs all its trips: its condition is always true, or the one it was given.
bool alwaysGoesOn(const ir::Graph& body);

// Runs of the subgraphs of `node`, in `graph` with inferred types: trips of a Loop, steps of a Scan, else 1.
// Nothing while the data decide.
std::optional<std::int64_t> iterationsOf(const ir::Graph& graph, const ir::Node& node);

} // namespace edgewright::ops
