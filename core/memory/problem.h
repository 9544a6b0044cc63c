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

enum class BufferKind { Activation, Input, Output, Scratch, Weight };

struct Buffer {
    std::string name;
    std::int64_t size = 0;      // bytes, >= 0
    std::int64_t lower = 0;     // first step in which it is alive
    std::int64_t upper = 0;     // first step in which it is not: [lower, upper), upper > lower
    std::int64_t alignment = 1; // offset % alignment == 0
    std::optional<std::int64_t> fixedOffset;
    BufferKind kind = BufferKind::Activation;
};

struct Problem {
    std::vector<Buffer> buffers; // index = BufferId
    std::optional<std::int64_t> capacity;
    std::int64_t steps = 0; // lifetimes lie in [0, steps)
};

struct Solution {
    std::vector<std::int64_t> offsets; // by BufferId, bytes
    std::int64_t peak = 0;             // max(offset + size)
};

// Largest number of bytes alive in one step: no plan is smaller. With `perStep`, also every step's live bytes.
std::int64_t lowerBound(const Problem& problem, std::vector<std::int64_t>* perStep = nullptr);
// Sum of all sizes: what no reuse at all would need. Both saturate at 2^63 - 1.
std::int64_t sumOfSizes(const Problem& problem);
// BadInput unless the problem keeps the ranges above, its fixed buffers do not collide, and any plan without
// reuse has offsets below 2^63. Planners check this first.
Result<void> validate(const Problem& problem);

} // namespace edgewright::memory
