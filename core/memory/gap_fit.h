// SPDX-License-Identifier: GPL-3.0-or-later
// Places buffers one after the other where there is room between those placed before: the core of the greedy
// planners.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/memory/occupancy.h"
#include "core/memory/problem.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace edgewright::memory {

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
