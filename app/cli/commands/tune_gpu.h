// SPDX-License-Identifier: GPL-3.0-or-later
// `tune --device gpu`: the kernels of a network on the GPU of this machine.
#pragma once

#include "app/cli/arguments/execution.h"
#include "app/cli/outputs.h"
#include "app/cli/table.h"
#include "core/tuner/tune_fields.h"

#include <string>

namespace edgewright::cli {

struct TuneOnGpu {
    ExecutionArguments execution;
    tuner::TuneChoices choices;
    std::string from, log, table; // files; empty: none
    TableWords words;             // of the table
};

// Outputs and log have been checked.
Result<ExitStatus> tuneOnThisGpu(Console& console, Outputs& outputs, TuneOnGpu arguments);

} // namespace edgewright::cli
