// SPDX-License-Identifier: GPL-3.0-or-later
// Two models at once, on cores of their own.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/serve/served_model.h"

#include <array>
#include <cstdint>
#include <span>

namespace edgewright::serve {

struct PairedModel {
    const ServedModel* served = nullptr;
    int threads = 1;
    std::uint64_t cores = 0; // places in the list of processors, as bits: one for each thread
};

// The slowdown of each: its median run while the other one computes over that alone, batches of the smallest
// size. Both at once, the first alone and the second alone in turns for `seconds`, so that a machine that
// becomes slower does so for all of them. Each runs once in each turn at least. Unsupported where the system
// refuses the cores; errors of a model that cannot run; Cancelled.
Result<std::array<double, 2>> slowdownsOfPair(const std::array<PairedModel, 2>& models,
                                              std::span<const int> processors, double seconds,
                                              const RunContext& run);

} // namespace edgewright::serve
