// SPDX-License-Identifier: GPL-3.0-or-later
// The orders in which the greedy planners place buffers.
#pragma once

#include "core/memory/packing/problem.h"

#include <cstddef>
#include <vector>

namespace edgewright::memory {

// The largest first, of equals the one that is born first.
std::vector<std::size_t> bySize(const Problem& problem);
// The longest lifetime first, of equals the largest.
std::vector<std::size_t> byLifetime(const Problem& problem);
// First those that share a step with the most others; of equals the largest.
std::vector<std::size_t> byConflicts(const Problem& problem);
// The buffers of the step with the most live bytes first, in it the largest first.
std::vector<std::size_t> byBreadth(const Problem& problem);

} // namespace edgewright::memory
