// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of the loops that parameters make of a kernel, for a cost model: choices that make the same loops
// have the same numbers, and a kernel's own rule those of what it comes to. After what Chen et al., "Learning
// to Optimize Tensor Programs" (AutoTVM), NeurIPS 2018, appendix A, take of each loop.
#pragma once

#include "core/kernels/kernel_parameters.h"
#include "core/tuner/task.h"

#include <vector>

namespace edgewright::tuner {

// Appends as many for every choice of a task. Of each loop, from outside: log2(1 + x) of its step, of its turns
// and of the bytes that a turn works on; the share of the elements of its last turn that are beyond its extent.
// 0 for loops that are not there. `threads`: that the run has.
void appendNestFeatures(const Task& task, const kernels::KernelParameters& parameters, int threads,
                        std::vector<float>& into);

} // namespace edgewright::tuner
