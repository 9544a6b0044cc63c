// SPDX-License-Identifier: GPL-3.0-or-later
// The proof that a run inside the arena is right.
#pragma once

#include "app/cli/arguments/execution.h"

#include <optional>
#include <string>
#include <vector>

namespace edgewright::cli {

struct ArenaFindings {
    bool identical = true; // to the outputs without it, bit for bit
    bool rounded = false;  // both runs round float16 and bfloat16 after each operator, unlike a plain run
    std::optional<bool> guardsIntact;
    std::string guardFault;
};

// `planned` and `unplanned` are the outputs of two runs; with `guard` there is one more, with `options`, in the
// arena and with guards. Fails when cancelled.
Result<ArenaFindings> judgeArena(const Console& console, const Execution& execution, exec::RunOptions options,
                                 const std::vector<ir::Tensor>& planned,
                                 const std::vector<ir::Tensor>& unplanned, bool guard);

// Adds what was found to `document` and prints it; whether the arena is right. `run` was in the arena of
// `plan`.
bool reportArena(const Console& console, const pipeline::MemoryPlan& plan, const exec::RunResult& run,
                 const ArenaFindings& findings, Json& document);

} // namespace edgewright::cli
