// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs, tensors and plans from the structure of a bundle. Whatever does not fit makes the reader fail; the
// result is not to be used then.
#pragma once

#include "core/bundle/bundle.h"
#include "core/bundle/byte_reader.h"
#include "core/ir/arena_plan.h"
#include "core/ir/graph.h"

#include <memory>
#include <span>

namespace edgewright::bundle {

// The bytes of tensors, and the owner that keeps them.
struct Data {
    std::span<std::byte> bytes;
    std::shared_ptr<const void> owner;
};

ir::Tensor readTensor(ByteReader& from, const Data& data, int depth = 0);
std::shared_ptr<const ir::Graph> readGraph(ByteReader& from, const Data& data, int depth = 0);
// Slots lie within the arena, of values and nodes that `graph` has.
ir::ArenaPlan readPlan(ByteReader& from, const ir::Graph& graph, std::int64_t arenaBytes = -1, int depth = 0);

// All of a structure: what open() makes of a file whose header is right.
Result<Bundle> readStructure(std::span<const std::byte> structure, const Data& data);

} // namespace edgewright::bundle
