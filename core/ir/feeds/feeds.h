// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors for the inputs of a graph.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/ir/storage/machine_memory.h"

#include <cstdint>
#include <unordered_map>

namespace edgewright::ir {

using Feeds = std::unordered_map<ValueId, Tensor>;

// Every graph input has a value of its kind with its dtype, rank and known extents; other tensors replace
// initializers only.
Result<void> checkFeeds(const Graph& graph, const Feeds& feeds);

// Reproducible inputs for every graph input, by dtype: floats from N(0,1), integers 0 or 1 (valid in any
// embedding table), 0 where a TensorScatter of the top graph takes one for its positions, bools alternate. The
// same seed gives the same bytes on every machine. Fails when an input has no full shape, and before it would
// allocate more than `limitBytes` for all of them.
Result<Feeds> seededFeeds(const Graph& graph, std::uint64_t seed, const RunContext& run = {},
                          std::int64_t limitBytes = MaxRunBytes);

} // namespace edgewright::ir
