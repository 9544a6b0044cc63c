// SPDX-License-Identifier: GPL-3.0-or-later
// The kernels that a machine's roof is compared with: the only list of them.
#pragma once

#include "core/base/result.h"
#include "core/exec/executor.h"
#include "core/measure/arithmetic.h"

#include <string>
#include <vector>

namespace edgewright::agent {

// One operator with its weights, ready to run.
struct KernelCase {
    std::string algorithm, shape; // measure::KernelTime
    measure::Arithmetic arithmetic = measure::Arithmetic::Float32;
    ir::Graph graph; // of one node, with inferred types
    ir::Opsets opsets;
    ir::Feeds feeds;
    exec::RunOptions options; // that make this algorithm run; threads are the caller's
    bool everyMac = true;     // false: it gets by with fewer than the operator is defined with
};

Result<std::vector<KernelCase>> kernelCases();

} // namespace edgewright::agent
