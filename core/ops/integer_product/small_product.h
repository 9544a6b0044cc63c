// SPDX-License-Identifier: GPL-3.0-or-later
// Products of small matrices of codes that are other ones in every run: packing them for the integer kernels
// takes longer than multiplying them in float32, which is exact as long as no sum passes 2^24.
#pragma once

#include "core/ops/integer_product/integer_product.h"
#include "core/ops/integer_product/integer_sides.h"

namespace edgewright::ops {

bool suitsSmallProduct(const KernelContext& context, const IntegerProduct& product, const IntegerShape& shape,
                       const Requantization& codes);

// Writes every element of the target.
Result<void> multiplySmall(KernelContext& context, const IntegerProduct& product, const IntegerShape& shape,
                           const Requantization& codes, const kernels::IntegerTarget& target);

} // namespace edgewright::ops
