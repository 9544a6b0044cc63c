// SPDX-License-Identifier: GPL-3.0-or-later
// The scratch memory of operators while they run, measured.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/base/run_context.h"
#include "core/ir/graph.h"
#include "core/memory/liveness.h"

namespace edgewright::pipeline {

// Sets options.scratch: bytes by node of the top graph, from one run on seeded inputs with one thread and this
// program's own kernels. They depend on the instruction set of this machine. Where the graph does not run, a
// warning in `notes` says why, and nothing is set. The only error is that the caller stopped it.
Result<void> measureScratch(const ir::Graph& graph, const ir::Opsets& opsets, memory::LivenessOptions& options,
                            Diagnostics& notes, const RunContext& run = {});

} // namespace edgewright::pipeline
