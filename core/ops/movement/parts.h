// SPDX-License-Identifier: GPL-3.0-or-later
// Values whose bytes are one stretch of another's: nothing needs to move where both can lie at the same place.
#pragma once

#include "core/ir/graph.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace edgewright::ops {

// Bytes from the start of input 0 of a Slice or Split to where its output `index` begins in it. Empty for any
// other operator, and unless the output is one stretch of the input's bytes: ranges and shapes known, steps of
// 1, only single indices of the axes before the one that is cut.
std::optional<std::int64_t> offsetInInput(const ir::Graph& graph, const ir::Node& node, std::size_t index);

// Bytes from the start of the output of a Concat to where its input `index` begins in it; of a fused group
// whose first output is that of a Concat, likewise. Empty for any other operator, and unless each input is one
// stretch of the output's bytes: shapes known, all axes before the one that is joined of extent 1.
std::optional<std::int64_t> offsetInOutput(const ir::Graph& graph, const ir::Node& node, std::size_t index);

// The same for all inputs of a Concat at once; empty unless each is one stretch.
std::vector<std::int64_t> offsetsInOutput(const ir::Graph& graph, const ir::Node& concat);

} // namespace edgewright::ops
