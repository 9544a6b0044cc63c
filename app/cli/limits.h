// SPDX-License-Identifier: GPL-3.0-or-later
// What an execution may use at most.
#pragma once

#include "app/cli/cli11_fwd.h"
#include "core/exec/executor.h"

#include <cstdint>

namespace edgewright::cli {

struct LimitArguments {
    std::int64_t trips = exec::RunOptions().loopTripLimit;
    std::int64_t mebibytes = exec::RunOptions().memoryLimitBytes >> 20;

    void declare(CLI::App& verb); // --trip-limit, --memory-limit
    void apply(exec::RunOptions& options) const;
};

} // namespace edgewright::cli
