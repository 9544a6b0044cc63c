// SPDX-License-Identifier: GPL-3.0-or-later
// Places buffers one after the other into gaps between those placed before: the core of the greedy planners.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/memory/problem.h"

#include <cstdint>
#include <vector>

namespace edgewright::memory {

enum class Gap {
    Lowest,   // the first gap that is large enough
    Smallest, // the tightest gap that is large enough, the lowest of equals
};

class GapFit {
public:
    GapFit(const Problem& problem, Gap gap);
    bool placed(std::size_t buffer) const { return m_placed[buffer]; }
    // At its fixed offset, if it has one. O(placed buffers).
    void place(std::size_t buffer);
    Solution take() && { return std::move(m_solution); }

private:
    std::int64_t find(const Buffer& buffer) const;

    const Problem& m_problem;
    Gap m_gap;
    Solution m_solution;
    std::vector<bool> m_placed;
    std::vector<std::uint32_t> m_byOffset; // placed buffers of non-zero size
};

// Buffers with fixed offsets first, then all in `order`. The problem must be valid.
Result<Solution> placeInOrder(const Problem& problem, const std::vector<std::size_t>& order, Gap gap,
                              const RunContext& run);

// The smallest multiple of `alignment` that is >= offset.
constexpr std::int64_t alignUp(std::int64_t offset, std::int64_t alignment) {
    const std::int64_t over = offset % alignment;
    return over == 0 ? offset : offset + (alignment - over);
}

} // namespace edgewright::memory
