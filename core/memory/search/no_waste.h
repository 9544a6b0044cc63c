// SPDX-License-Identifier: GPL-3.0-or-later
// Plans in which every column is full to the top.
#pragma once

#include "core/memory/search/clock.h"
#include "core/memory/search/instance.h"

#include <optional>
#include <vector>

namespace edgewright::memory::search {

// Offsets by item of a plan whose peak is what each column has alive, or nothing where a column has less than
// another, or the sizes alone do not tell which births follow which deaths. The instance must be uniform.
std::optional<std::vector<Units>> perfectPacking(const Instance& instance, Clock& clock);

} // namespace edgewright::memory::search
