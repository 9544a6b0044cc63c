// SPDX-License-Identifier: GPL-3.0-or-later
// Rotary position embedding: pairs of elements of every head are turned by an angle that grows with the
// position.
#pragma once

#include "core/ops/operator.h"

#include <array>
#include <optional>

namespace edgewright::ops {

// Inputs of a node: where each one is, and what its attributes say.
struct RotaryNode {
    std::size_t cosine = 1;
    std::size_t sine = 2;
    std::size_t positions = 3; // [batch, length], or one for the first of every sequence; may be omitted
    bool onePosition = false;  // whether one position may stand for a sequence
    std::int64_t heads = 0;    // of a 3-D input [batch, length, heads * size]; 0: as the tables are wide
    std::int64_t rotated = 0;  // leading elements of a head that are turned; 0: all
    bool interleaved = false;  // pairs are neighbours, else one of each half
    // With positions [3, batch, length], in time, height and width: so many pairs turn by each of them, one
    // kind behind the other, or, where they are mixed, in turns for as long as there are any of height and
    // width.
    std::optional<std::array<std::int64_t, 3>> sections = {};
    bool mixed = false;
    float scale = 1; // of the pairs that turn by sections
};

// `half` pairs at the start of one head, by one row of the tables. Not in place.
void turnPairs(const float* x, const float* cosine, const float* sine, std::int64_t half, bool interleaved,
               float* out);

// Output 0 is input 0, [batch, heads, length, size] or [batch, length, heads * size], turned.
Result<void> inferRotary(InferContext& context, const RotaryNode& node);
Result<void> runRotary(KernelContext& context, const RotaryNode& node);

} // namespace edgewright::ops
