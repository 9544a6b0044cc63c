// SPDX-License-Identifier: GPL-3.0-or-later
// A node's operands, with one wording for what is missing.
#pragma once

#include "core/ops/operator.h"

namespace edgewright::ops {

// BadInput when input `index` is omitted or is a sequence or an optional.
Result<const ir::TensorType*> operand(const InferContext& context, std::size_t index);
// BadInput when input `index` is omitted, has no data, or is a sequence or an optional.
Result<const ir::Tensor*> operand(const KernelContext& context, std::size_t index);
// The same, and BadInput unless the dtype is floating.
Result<const ir::Tensor*> floatOperand(const KernelContext& context, std::size_t index);
// The same, and BadInput unless the dtype is this one.
Result<const ir::Tensor*> operandOfType(const KernelContext& context, std::size_t index, ir::DataType type);

// Operator::infer where output 0 has the type of input 0.
Result<void> inferSame(InferContext& context);

// An operand of any kind: a tensor, a sequence, an optional. BadInput when input `index` is omitted.
Result<const ir::TensorType*> anyOperand(const InferContext& context, std::size_t index);
Result<const ir::Tensor*> anyOperand(const KernelContext& context, std::size_t index);
// BadInput unless input `index` is a sequence. Its type may still be unknown during inference.
Result<const ir::TensorType*> sequenceOperand(const InferContext& context, std::size_t index);
Result<const ir::Tensor*> sequenceOperand(const KernelContext& context, std::size_t index);

// BadInput when an input is a sequence or an optional and `op` takes none.
Result<void> checkKinds(const Operator& op, const InferContext& context);
Result<void> checkKinds(const Operator& op, const KernelContext& context);

// BadInput when `type` has a shape with another number of axes than `rank`; false when it has no shape yet.
// `what` is its name to people.
Result<bool> expectRank(const ir::TensorType& type, std::size_t rank, std::string_view what);

} // namespace edgewright::ops
