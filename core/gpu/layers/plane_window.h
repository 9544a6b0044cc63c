// SPDX-License-Identifier: GPL-3.0-or-later
// Windows of operators as kernels take them.
#pragma once

#include "core/base/result.h"
#include "core/gpu/kernels/launches.h"
#include "core/ops/convolution/window.h"

namespace edgewright::gpu {

// Unsupported where there are windows over three axes.
Result<PlaneWindow> planeWindow(const ops::Geometry& geometry);

} // namespace edgewright::gpu
