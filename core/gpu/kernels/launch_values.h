// SPDX-License-Identifier: GPL-3.0-or-later
// Launches of networks as kernels of the catalogue with their sizes, which parameters can be searched for, and
// the same launches with other parameters.
#pragma once

#include "core/gpu/kernel.h"

#include <optional>

namespace edgewright::gpu {

struct LaunchShape {
    const Kernel* kernel; // with parameters
    Sizes sizes;
    friend bool operator==(const LaunchShape&, const LaunchShape&) = default;
};

// Matrix products, and convolutions with square windows that are padded by half of their side. Nothing: another
// launch, or a convolution that the catalogue does not measure.
std::optional<LaunchShape> shapeOf(const Launch& launch);

// `values`: of the parameters of the kernel that shapeOf() tells, which is not nothing.
Launch withValues(const Launch& launch, const Values& values);

} // namespace edgewright::gpu
