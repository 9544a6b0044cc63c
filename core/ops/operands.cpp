// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands.h"

namespace edgewright::ops {

namespace {

Error missing(std::size_t index) { return badInput("input " + std::to_string(index) + " is missing"); }

} // namespace

Result<const ir::TensorType*> operand(const InferContext& context, std::size_t index) {
    if (const ir::TensorType* type = context.input(index)) return type;
    return missing(index);
}

Result<const ir::Tensor*> operand(const KernelContext& context, std::size_t index) {
    const ir::Tensor* tensor = index < context.inputCount() ? context.input(index) : nullptr;
    if (!tensor || !tensor->hasData()) return missing(index);
    return tensor;
}

Result<const ir::Tensor*> floatOperand(const KernelContext& context, std::size_t index) {
    auto tensor = operand(context, index);
    if (!tensor || ir::isFloating((*tensor)->dtype())) return tensor;
    return badInput("input " + std::to_string(index) + " is " + (*tensor)->type().text() +
                    " where a floating-point tensor is expected");
}

Result<bool> expectRank(const ir::TensorType& type, std::size_t rank, std::string_view what) {
    if (!type.shape) return false;
    if (type.shape->size() == rank) return true;
    return badInput(std::string(what) + " is " + type.text() + " where " + std::to_string(rank) +
                    " axes are expected");
}

} // namespace edgewright::ops
