// SPDX-License-Identifier: GPL-3.0-or-later
// A plan as a header for C and C++.
#pragma once

#include "core/memory/placed_tensors.h"

#include <span>
#include <string>

namespace edgewright::memory {

// Offsets, sizes and the arena size as macros; names are made valid and unique. `tensors` may name more than
// the buffers do: each of those gets an offset, too.
std::string toCHeader(const Problem& problem, const Solution& solution, const std::string& modelName,
                      std::span<const PlacedTensor> tensors = {});

} // namespace edgewright::memory
