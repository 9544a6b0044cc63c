// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs, tensors and plans as bytes of a bundle's structure, and back.
#pragma once

#include "core/bundle/bundle.h"
#include "core/bundle/byte_stream.h"
#include "core/ir/arena_plan.h"
#include "core/ir/graph.h"

#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace edgewright::bundle {

inline constexpr std::size_t DataAlignment = 64;

// The bytes of tensors, each place once.
class DataList {
public:
    // From the beginning of the data; a multiple of DataAlignment.
    std::uint64_t offsetOf(std::span<const std::byte> bytes);
    std::uint64_t size() const { return m_size; }
    // In ascending order of their offsets; the gaps are zeros.
    const std::vector<std::pair<std::uint64_t, std::span<const std::byte>>>& pieces() const { return m_pieces; }

private:
    std::map<std::pair<const std::byte*, std::size_t>, std::uint64_t> m_known;
    std::vector<std::pair<std::uint64_t, std::span<const std::byte>>> m_pieces;
    std::uint64_t m_size = 0;
};

void writeTensor(ByteWriter& to, DataList& data, const ir::Tensor& tensor);
void writeGraph(ByteWriter& to, DataList& data, const ir::Graph& graph);
// A plan of `graph`, whose nodes have other numbers in the bundle.
void writePlan(ByteWriter& to, const ir::ArenaPlan& plan, const ir::Graph& graph);

// The bytes of tensors, and the owner that keeps them.
struct Data {
    std::span<std::byte> bytes;
    std::shared_ptr<const void> owner;
};

// Whatever does not fit makes the reader fail; the result is not to be used then.
ir::Tensor readTensor(ByteReader& from, const Data& data, int depth = 0);
std::shared_ptr<const ir::Graph> readGraph(ByteReader& from, const Data& data, int depth = 0);
// Slots lie within the arena, of values and nodes that `graph` has.
ir::ArenaPlan readPlan(ByteReader& from, const ir::Graph& graph, std::int64_t arenaBytes = -1, int depth = 0);

// All of a structure: what open() makes of a file whose header is right.
Result<Bundle> readStructure(std::span<const std::byte> structure, const Data& data);

} // namespace edgewright::bundle
