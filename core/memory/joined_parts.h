// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers that lie inside others: what a Slice or Split takes stays where it is, and what a Concat joins is
// written where it belongs.
#pragma once

#include "core/ir/graph.h"
#include "core/memory/liveness.h"

#include <cstdint>
#include <vector>

namespace edgewright::memory {

// Joins buffers of `live` wherever contents allow it, the alignment keeps and the most live bytes do not grow.
// A joined buffer has gaps while not all of its parts are alive. `writes[buffer]`: the steps, after the one
// that it was born in, in which an operator overwrites it. At most a few rounds over the graph's Slice, Split
// and Concat nodes; each decision takes time linear in the lives concerned.
void joinParts(const ir::Graph& graph, const LivenessOptions& options,
               const std::vector<std::vector<std::int64_t>>& writes, Liveness& live);

} // namespace edgewright::memory
