// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion between any two of the element types that kernels know: numbers, bool, 4-bit integers, strings.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

// Output 0 = `in` with elements of type `type`. Floats to integers truncate; what does not fit saturates, NaN
// becomes 0 (ONNX leaves both open). Integers to smaller integers keep the low bits. Unsupported for 8-bit
// floats and complex.
Result<void> castInto(KernelContext& context, const ir::Tensor& in, ir::DataType type);

} // namespace edgewright::ops
