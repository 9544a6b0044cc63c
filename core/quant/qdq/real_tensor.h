// SPDX-License-Identifier: GPL-3.0-or-later
// Constant codes as the numbers that they stand for.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <cstdint>
#include <vector>

namespace edgewright::quant {

// scale × (code − zero point) in float32. `scales`: one, or one for each place along `axis`, which counts from
// the end where it is negative; `zeroPoints` likewise, null: 0. BadInput where there are others.
Result<ir::Tensor> realTensor(const ir::Tensor& codes, const std::vector<float>& scales,
                              const ir::Tensor* zeroPoints, std::int64_t axis);

} // namespace edgewright::quant
