// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/operands.h"

namespace edgewright::ops {

namespace {

Error missing(std::size_t index) { return badInput("input " + std::to_string(index) + " is missing"); }

Error unexpected(std::size_t index, const ir::TensorType& type, const char* expected) {
    return badInput("input " + std::to_string(index) + " is " + type.text() + " where a " + expected +
                    " is expected");
}

bool isUnknown(const ir::TensorType& type) {
    return type.isTensor() && type.dtype == ir::DataType::Undefined && !type.shape;
}

} // namespace

Result<const ir::TensorType*> anyOperand(const InferContext& context, std::size_t index) {
    if (const ir::TensorType* type = context.input(index)) return type;
    return missing(index);
}

Result<const ir::Tensor*> anyOperand(const KernelContext& context, std::size_t index) {
    const ir::Tensor* tensor = index < context.inputCount() ? context.input(index) : nullptr;
    if (!tensor || !tensor->hasData()) return missing(index);
    return tensor;
}

Result<const ir::TensorType*> operand(const InferContext& context, std::size_t index) {
    auto type = anyOperand(context, index);
    if (type && !(*type)->isTensor()) return unexpected(index, **type, "tensor");
    return type;
}

Result<void> inferSame(InferContext& context) {
    const auto in = operand(context, 0);
    if (!in) return in.error();
    context.setOutput(0, **in);
    return {};
}

Result<const ir::Tensor*> operand(const KernelContext& context, std::size_t index) {
    auto tensor = anyOperand(context, index);
    if (tensor && !(*tensor)->isTensor()) return unexpected(index, (*tensor)->type(), "tensor");
    return tensor;
}

Result<const ir::TensorType*> sequenceOperand(const InferContext& context, std::size_t index) {
    auto type = anyOperand(context, index);
    if (type && (*type)->container != ir::Container::Sequence && !isUnknown(**type))
        return unexpected(index, **type, "sequence");
    return type;
}

Result<const ir::Tensor*> sequenceOperand(const KernelContext& context, std::size_t index) {
    auto tensor = anyOperand(context, index);
    if (tensor && (*tensor)->container() != ir::Container::Sequence)
        return unexpected(index, (*tensor)->type(), "sequence");
    return tensor;
}

Result<void> checkKinds(const Operator& op, const InferContext& context) {
    for (std::size_t i = 0; !op.takesContainers && i < context.node().inputs.size(); ++i)
        if (const ir::TensorType* type = context.input(i); type && !type->isTensor())
            return unexpected(i, *type, "tensor");
    return {};
}

Result<void> checkKinds(const Operator& op, const KernelContext& context) {
    for (std::size_t i = 0; !op.takesContainers && i < context.inputCount(); ++i)
        if (const ir::Tensor* tensor = context.input(i); tensor && !tensor->isTensor())
            return unexpected(i, tensor->type(), "tensor");
    return {};
}

Result<const ir::Tensor*> floatOperand(const KernelContext& context, std::size_t index) {
    auto tensor = operand(context, index);
    if (!tensor || ir::isFloating((*tensor)->dtype())) return tensor;
    return badInput("input " + std::to_string(index) + " is " + (*tensor)->type().text() +
                    " where a floating-point tensor is expected");
}

Result<const ir::Tensor*> operandOfType(const KernelContext& context, std::size_t index, ir::DataType type) {
    auto tensor = operand(context, index);
    if (!tensor || (*tensor)->dtype() == type) return tensor;
    return badInput("input " + std::to_string(index) + " is " + (*tensor)->type().text() + " where " +
                    std::string(ir::dataTypeName(type)) + " is expected");
}

Result<bool> expectRank(const ir::TensorType& type, std::size_t rank, std::string_view what) {
    if (!type.shape) return false;
    if (type.shape->size() == rank) return true;
    return badInput(std::string(what) + " is " + type.text() + " where " + std::to_string(rank) +
                    " axes are expected");
}

} // namespace edgewright::ops
