// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a task as a space that the searches of core/cost/search go through.
#pragma once

#include "core/cost/search/space.h"
#include "core/kernels/kernel_parameters.h"
#include "core/ops/parameter_space.h"

#include <span>

namespace edgewright::tuner {

// Without a way to evaluate it. The point of all first choices is the default: the kernel's own rules.
cost::search::Space kernelSpace(const ops::ParameterSpace& space);

kernels::KernelParameters parametersAt(const ops::ParameterSpace& space,
                                       std::span<const cost::search::Choice> point);

// "im2col, tile 2, k 256"; "the kernel's own rules" of the default.
std::string parametersText(const ops::ParameterSpace& space, const kernels::KernelParameters& parameters);

} // namespace edgewright::tuner
