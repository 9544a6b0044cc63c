// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses that are taken, by step: a segment tree over time, each of its nodes with sets of addresses.
// Packed buffers merge into few spans, so that a search for room touches O(log steps) short lists.
#pragma once

#include "core/memory/problem.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::memory {

struct Span {
    std::int64_t begin, end; // addresses [begin, end)
};

// Disjoint spans in order; touching ones are joined.
using Spans = std::vector<Span>;

class Occupancy {
public:
    explicit Occupancy(const Problem& problem);
    // In the steps of `piece`, its own bytes counted from `offset`. Its bounds must be those of a piece of the
    // problem.
    void take(const Piece& piece, std::int64_t offset);
    // Lists whose union is what is taken in some step of the piece's life.
    void collect(const Piece& piece, std::vector<const Spans*>& lists) const;

private:
    struct Node {
        Spans whole; // taken in every step below the node, by pieces that cover the node and not its parent
        Spans some;  // taken in some step below the node
    };
    std::size_t column(std::int64_t step) const;
    template <typename Visit>
    void descend(std::size_t node, std::size_t from, std::size_t to, std::size_t lower, std::size_t upper,
                 const Visit& visit) const;

    std::vector<std::int64_t> m_times; // where pieces begin or end
    std::vector<Node> m_nodes;         // 1 is the root, 2n and 2n + 1 are the halves of n
    std::size_t m_columns = 1;
};

} // namespace edgewright::memory
