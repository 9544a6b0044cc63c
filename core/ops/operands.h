// SPDX-License-Identifier: GPL-3.0-or-later
// A node's operands, with one wording for what is missing.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

// BadInput when input `index` is omitted.
Result<const ir::TensorType*> operand(const InferContext& context, std::size_t index);
// BadInput when input `index` is omitted or has no data.
Result<const ir::Tensor*> operand(const KernelContext& context, std::size_t index);
// The same, and BadInput unless the dtype is floating.
Result<const ir::Tensor*> floatOperand(const KernelContext& context, std::size_t index);

// BadInput when `type` has a shape with another number of axes than `rank`; false when it has no shape yet.
Result<bool> expectRank(const ir::TensorType& type, std::size_t rank, std::string_view what);

} // namespace edgewright::ops
