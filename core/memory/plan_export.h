// SPDX-License-Identifier: GPL-3.0-or-later
// Plans for the programs of others: for TensorFlow Lite Micro, and as a header for C and C++.
#pragma once

#include "core/base/result.h"
#include "core/ir/graph.h"
#include "core/memory/liveness.h"
#include "core/memory/packing/problem.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::memory {

// The place of each tensor of a graph, those that share a buffer with others included.
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

// A plan for TensorFlow Lite Micro: the contents of the buffer that a model's metadata names
// "OfflineMemoryAllocation". The interpreter then puts tensors at these offsets of its arena's head and plans
// only what is left. Source: tflite-micro, docs/memory_management.md, "Offline planned tensor allocations", and
// micro_allocation_info.cc, which refuses a count that differs from the subgraph's tensors.

// The interpreter aligns what it plans itself to this, and kernels rely on it.
constexpr std::int64_t OfflineAlignment = 16; // bytes

struct OfflinePlan {
    std::vector<std::int32_t> words;  // version 1, subgraph 0, count, then an offset or -1 for each tensor
    std::vector<std::string> tensors; // by index; empty names are planned by the interpreter
    std::int64_t unplaced = 0;        // names that no tensor of the plan has: -1, too
};

// `tensors` are the names in the order of the subgraph's tensors, "" for constants; none: in the order of
// `placed`. BadInput names a tensor whose offset needs more than 31 bits or is not aligned.
Result<OfflinePlan> offlinePlan(std::span<const PlacedTensor> placed,
                                std::span<const std::string> tensors = {});

// As it stands in the buffer: 32-bit words, the lowest byte first.
std::string toBytes(const OfflinePlan& plan);

// A plan as a header for C and C++: offsets, sizes and the arena size as macros; names are made valid and
// unique. `tensors` may name more than the buffers do: each of those gets an offset, too. Comments name those
// that are not planned, and mark those of `bounded`: "at most int64[320,3]".
std::string toCHeader(const Problem& problem, const Solution& solution, const std::string& modelName,
                      std::span<const PlacedTensor> tensors = {}, std::span<const Unplanned> unplanned = {},
                      std::span<const Bounded> bounded = {});

} // namespace edgewright::memory
