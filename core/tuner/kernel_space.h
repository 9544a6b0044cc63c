// SPDX-License-Identifier: GPL-3.0-or-later
// The parameters of a task as a space that the searches of core/cost/search go through.
#pragma once

#include "core/cost/search/space.h"
#include "core/kernels/kernel_parameters.h"
#include "core/ops/parameter_space.h"
#include "core/tuner/task.h"

#include <optional>
#include <span>

namespace edgewright::tuner {

// Without a way to evaluate it. The point of all first choices is the default, which searches begin with: the
// kernel's own rules.
cost::search::Space kernelSpace(const ops::ParameterSpace& space);
// The same of a task, whose cost model also learns from the loops that a choice makes (nest_features.h).
cost::search::Space kernelSpace(const Task& task, int threads);

kernels::KernelParameters parametersAt(const ops::ParameterSpace& space,
                                       std::span<const cost::search::Choice> point);

// Nothing where the space has no such point.
std::optional<cost::search::Point> pointOf(const ops::ParameterSpace& space,
                                           const kernels::KernelParameters& parameters);

// The point whose parameters are nearest, by their ratios; what its space has no name for is left to the rule.
// Nothing where that is not admitted, or where the space has not the algorithm.
std::optional<cost::search::Point> nearestPoint(const ops::ParameterSpace& space,
                                                const kernels::KernelParameters& parameters);

// "im2col, tile 2, k 256"; "the kernel's own rules" of the default.
std::string parametersText(const ops::ParameterSpace& space, const kernels::KernelParameters& parameters);

} // namespace edgewright::tuner
