// SPDX-License-Identifier: GPL-3.0-or-later
// Lower bounds of every plan, and the outcome of a plan that follows from them.
#pragma once

#include "core/memory/packing/problem.h"

#include <cstdint>
#include <vector>

namespace edgewright::memory {

// At least lowerBound(): everything begins at a multiple of the alignments' greatest common divisor, so that in
// one step all but the topmost buffer take their sizes rounded up to it. With `perStep`, also what every step's
// buffers take that way; in a problem of one alignment without fixed buffers the bound is the largest of these.
std::int64_t alignedBound(const Problem& problem, std::vector<std::int64_t>* perStep = nullptr);

// Peak, bound (the larger of alignedBound and `bound`) and outcome of these offsets.
Solution concluded(const Problem& problem, std::vector<std::int64_t> offsets, std::int64_t bound = 0);

} // namespace edgewright::memory
