// SPDX-License-Identifier: GPL-3.0-or-later
// Simulations beside the runs of the same arrivals: their nearness, in sentences.
#pragma once

#include "core/serve/comparison.h"

#include <span>
#include <string>
#include <vector>

namespace edgewright::serve {

// The percentiles that are as near as is asked for, the one that is furthest off, and how much of that is in
// the times of the batches, which were measured before. Empty: no run knows a percentile.
std::vector<std::string> nearness(std::span<const ComparedRun> runs);

} // namespace edgewright::serve
