// SPDX-License-Identifier: GPL-3.0-or-later
// Conversion between any two of the element types: numbers of every width, bool, strings.
#pragma once

#include "core/ir/small_float.h"
#include "core/ops/operator.h"

namespace edgewright::ops {

// Output 0 = `in` with elements of type `type`. Floats to integers truncate; what does not fit saturates, NaN
// becomes 0 (ONNX leaves both open). Integers to smaller integers, and everything to integers of 2 and 4 bits,
// keep the low bits. `rounding` is for floats of 8 and 4 bits. Unsupported for complex.
Result<void> castInto(KernelContext& context, const ir::Tensor& in, ir::DataType type,
                      const ir::SmallFloatRounding& rounding = {});

// The attributes saturate and round_mode.
Result<ir::SmallFloatRounding> roundingOf(const ir::Node& node);

} // namespace edgewright::ops
