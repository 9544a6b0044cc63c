// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes and MACs of an operator of a graph.
#pragma once

#include "core/device/record/arithmetic.h"
#include "core/ir/graph.h"

#include <cstdint>

namespace edgewright::device {

// Inputs and outputs of `node`, weights included, each once; of what has no full shape nothing.
std::int64_t bytesOf(const ir::Graph& graph, const ir::Node& node);
// The arithmetic of most of the MACs of `node` and what it holds; Float32 where there are none.
Arithmetic arithmeticOf(const ir::Graph& graph, const ir::Node& node);

} // namespace edgewright::device
