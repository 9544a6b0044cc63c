// SPDX-License-Identifier: GPL-3.0-or-later
// Runs generated kernels (core/kernels/generated_kernel.h) beside the program's own kernel, in this process,
// which may end with any of them: who asks reads what was written until then.
//
// Lines on the descriptor, one write each:
//   wait                          another measurement has the machine
//   begin I                       kernel I runs for the first time
//   end I MAXABS RELNORM NONFINITE    its output against the expected one
//   sample I SECONDS              of one run; I = -1: the program's own kernel. One that is fifty times slower
//   than
//                                 that has one sample, of its second run
//   done                          the last line
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace edgewright::agent {

struct GeneratedOrder {
    std::filesystem::path bundle; // one program of one node, float32, with what is expected of it
    std::filesystem::path object;
    std::vector<std::int64_t> kernels; // those of the object that run
    int threads = 1;
    int samples = 5;              // of each, block by block; 0: outputs are compared, and nothing is measured
    std::filesystem::path folder; // whose measurements do not run at the same time
};

// "BUNDLE OBJECT KERNELS THREADS SAMPLES FOLDER", KERNELS as "0,3,4" or "-". BadInput for anything else.
Result<GeneratedOrder> generatedOrderOf(const std::vector<std::string>& words);
std::vector<std::string> wordsOf(const GeneratedOrder& order);

// All of them run as the node of the graph, by the executor, which takes as long around each.
Result<void> runGenerated(const GeneratedOrder& order, int descriptor);

} // namespace edgewright::agent
