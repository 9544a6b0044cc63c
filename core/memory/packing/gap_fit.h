// SPDX-License-Identifier: GPL-3.0-or-later
// Places buffers one after the other where there is room between those placed before: the core of the greedy
// planners.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/memory/packing/problem.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace edgewright::memory {

// Addresses that are taken, by step: a segment tree over time, each of its nodes with sets of addresses.
// Packed buffers merge into few spans, so that a search for room touches O(log steps) short lists.
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

enum class Fit {
    Lowest,   // the first room that is large enough
    Smallest, // the tightest room that is large enough, the lowest of equals; buffers with gaps: the lowest
};

class GapFit {
public:
    GapFit(const Problem& problem, Fit fit);
    bool placed(std::size_t buffer) const { return m_placed[buffer]; }
    // At its fixed offset, if it has one.
    void place(std::size_t buffer);
    // With peak, lower bound and outcome.
    Solution take() &&;

private:
    // A list of taken spans that a piece must stay clear of.
    struct Obstacle {
        const Spans* spans;
        std::size_t next;        // the first span that can still matter
        std::int64_t begin, end; // of the piece, counted from the buffer's offset
    };
    std::int64_t find(const Buffer& buffer);
    std::int64_t lowest(std::int64_t alignment);
    std::int64_t smallest(const Buffer& buffer);

    const Problem& m_problem;
    Fit m_fit;
    Occupancy m_taken;
    std::vector<std::int64_t> m_offsets;
    std::vector<bool> m_placed;
    std::vector<Obstacle> m_obstacles;
    std::vector<const Spans*> m_lists;
};

// Buffers with fixed offsets first, then all in `order`. The problem must be valid. `over`, where there is one,
// is another reason to stop.
Result<Solution> placeInOrder(const Problem& problem, const std::vector<std::size_t>& order, Fit fit,
                              const RunContext& run, const std::function<bool()>& over = {});

// The smallest multiple of `alignment` that is >= offset.
constexpr std::int64_t alignUp(std::int64_t offset, std::int64_t alignment) {
    const std::int64_t over = offset % alignment;
    return over == 0 ? offset : offset + (alignment - over);
}

} // namespace edgewright::memory
