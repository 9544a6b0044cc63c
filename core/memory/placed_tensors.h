// SPDX-License-Identifier: GPL-3.0-or-later
// The place of each tensor of a graph, those that share a buffer with others included.
#pragma once

#include "core/ir/graph.h"
#include "core/memory/liveness.h"
#include "core/memory/problem.h"

#include <cstdint>
#include <string>
#include <vector>

namespace edgewright::memory {

struct PlacedTensor {
    std::string name;
    std::int64_t offset = 0; // bytes
};

// The graph's inputs, then what each step writes, in the order planned. Weights, which lie in the model, and
// scratch are left out.
std::vector<PlacedTensor> placedTensors(const ir::Graph& graph, const Liveness& liveness,
                                        const Solution& solution);
// For a problem that comes from no graph: its buffers.
std::vector<PlacedTensor> placedTensors(const Problem& problem, const Solution& solution);

} // namespace edgewright::memory
