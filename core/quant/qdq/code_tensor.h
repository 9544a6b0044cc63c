// SPDX-License-Identifier: GPL-3.0-or-later
// Codes as a tensor of ONNX's type for them.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"
#include "core/quant/scheme.h"

#include <cstdint>
#include <span>

namespace edgewright::quant {

ir::DataType dataTypeOf(CodeType type);

// The operator set from which QuantizeLinear and DequantizeLinear know the type: 13 (which has scales by
// channel), or 21 for codes of 4 and 16 bits.
std::int64_t opsetOf(CodeType type);

// `codes` in row-major order, as many as `dims` say and all of them codes of the type; two of 4 bits share a
// byte, the first in its lower half. Unsupported where memory does not suffice.
Result<ir::Tensor> codeTensor(CodeType type, ir::Dims dims, std::span<const std::int32_t> codes);

} // namespace edgewright::quant
