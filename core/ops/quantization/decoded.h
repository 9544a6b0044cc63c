// SPDX-License-Identifier: GPL-3.0-or-later
// Codes as the numbers that they stand for, for operators that are computed by those of floats.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

// Input `codes` (8 or 16 bits) as float32, in scratch memory. Inputs `scale` and `zero` have one number for
// all, or one for each of the last axis; with `directions`, one or a row of them for each of so many along the
// first axis.
Result<ir::Tensor> decoded(KernelContext& context, std::size_t codes, std::size_t scale, std::size_t zero,
                           std::int64_t directions = 1);

} // namespace edgewright::ops
