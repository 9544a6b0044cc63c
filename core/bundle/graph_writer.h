// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs, tensors and plans as bytes of a bundle's structure.
#pragma once

#include "core/bundle/byte_writer.h"
#include "core/ir/arena_plan.h"
#include "core/ir/graph.h"

#include <map>
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

} // namespace edgewright::bundle
