// SPDX-License-Identifier: GPL-3.0-or-later
// The packing problem: buffers with sizes and lifetimes, an offset wanted for each (dynamic storage
// allocation).
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::memory {

enum class BufferKind {
    Activation,
    Input,
    Output,
    Scratch, // of one operator while it runs
    Weight,
    Body, // of the graphs inside of one node while it runs: If, Loop, Scan
};

// A span of a buffer's life in which it occupies less than all of its bytes.
struct Gap {
    std::int64_t lower = 0; // steps [lower, upper), inside the buffer's life
    std::int64_t upper = 0;
    std::int64_t begin = 0; // its own bytes [begin, end) stay occupied; none where begin == end
    std::int64_t end = 0;

    bool operator==(const Gap&) const = default;
};

struct Buffer {
    std::string name;
    std::int64_t size = 0;      // bytes, >= 0
    std::int64_t lower = 0;     // first step in which it is alive
    std::int64_t upper = 0;     // first step in which it is not: [lower, upper), upper > lower
    std::int64_t alignment = 1; // offset % alignment == 0
    std::optional<std::int64_t> fixedOffset;
    BufferKind kind = BufferKind::Activation;
    std::vector<Gap> gaps; // by time, disjoint
};

struct Problem {
    std::vector<Buffer> buffers; // index = BufferId
    std::optional<std::int64_t> capacity;
    std::int64_t steps = 0; // lifetimes lie in [0, steps)
};

// A planner's knowledge about its plan when it stops.
enum class Outcome {
    Optimal,    // no plan has a smaller peak: proven
    Feasible,   // legal; a better one may exist
    Infeasible, // no plan fits the capacity: proven. The plan is legal but larger
    Cancelled,  // the caller stopped the search; the plan is the best one up to then
};

struct Solution {
    std::vector<std::int64_t> offsets; // by BufferId, bytes
    std::int64_t peak = 0;             // max(offset + size)
    Outcome outcome = Outcome::Feasible;
    std::int64_t lowerBound = 0;    // no plan has a smaller peak; 0 where the planner did not look
    std::int64_t nodes = 0;         // of a search
    std::int64_t improvements = 0;  // better plans that a search found after its first one
    std::int64_t allocations = 0;   // calls of a runtime that allocates while it runs, else 0
    std::int64_t fragmentation = 0; // such a runtime's free bytes below the peak when it reached the peak
};

// In [lower, upper) a buffer occupies its own bytes [begin, end), end > begin.
struct Piece {
    std::int64_t lower = 0, upper = 0, begin = 0, end = 0;
};
// A valid buffer cut at its gaps, by time; one piece for a buffer without gaps, none for one without bytes.
std::vector<Piece> pieces(const Buffer& buffer);

// The largest of: bytes alive in one step, size of one buffer, end of a fixed buffer. No plan is smaller. With
// `perStep`, also every step's live bytes.
std::int64_t lowerBound(const Problem& problem, std::vector<std::int64_t>* perStep = nullptr);
// Sum of all sizes: what no reuse at all would need. Both saturate at 2^63 - 1.
std::int64_t sumOfSizes(const Problem& problem);
// BadInput unless the problem keeps the ranges above, its fixed buffers do not collide, and any plan without
// reuse has offsets below 2^63. Planners check this first.
Result<void> validate(const Problem& problem);

} // namespace edgewright::memory
