// SPDX-License-Identifier: GPL-3.0-or-later
// Generated kernels that a log decided on, made ready for a network of this machine: their objects are in the
// user's cache, or are compiled again from the schedules of the log, in a child process with a limit of time;
// without a compiler, those that any compiler made before are taken from the cache.
// What was compiled again is run once beside the program's own kernel, in a process of its own, and refused
// where it has another result. What is not ready runs by the program's own kernel, and a sentence says why.
#pragma once

#include "core/kernels/kernel_choice.h"
#include "core/loopnest/object_cache.h"
#include "core/tuner/tuned_log.h"

#include <span>
#include <string>
#include <vector>

namespace edgewright::tuner {

struct ReadyKernels {
    std::vector<kernels::GeneratedChoice> kernels =
        {};                                // in the order of the keys: kernels::KernelChoice::generated
    std::vector<std::string> remarks = {}; // each reason once, with the kernels that it is about
};

// For the nodes of this graph, which has inferred types. `compiler`: an error is the reason why there is none.
// Cancelled is the only error.
Result<ReadyKernels> readyKernels(std::span<const GeneratedWinner> winners, const ir::Graph& graph,
                                  const ir::Opsets& opsets, const Result<loopnest::Compiler>& compiler,
                                  const loopnest::ObjectCache& cache,
                                  const loopnest::CompileLimits& limits = {}, const RunContext& run = {});
// The same with the compiler and the cache of this user. Without a cache, that is the remark.
Result<ReadyKernels> readyKernels(std::span<const GeneratedWinner> winners, const ir::Graph& graph,
                                  const ir::Opsets& opsets, const RunContext& run = {});

} // namespace edgewright::tuner
