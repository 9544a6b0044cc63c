// SPDX-License-Identifier: GPL-3.0-or-later
// Windows that are short sums of cosines: w[i] = a0 - a1 cos(2 pi i / n) + a2 cos(4 pi i / n), where n is the
// size, or one less for a symmetric window (F. J. Harris, "On the use of windows for harmonic analysis", Proc.
// IEEE 66(1), 1978).
#pragma once

#include "core/ops/operator.h"

#include <array>

namespace edgewright::ops {

// A vector with as many elements as input 0 says, of the type that output_datatype names.
Result<void> inferCosineWindow(InferContext& context);
Result<void> runCosineWindow(KernelContext& context, const std::array<double, 3>& coefficients);

} // namespace edgewright::ops
