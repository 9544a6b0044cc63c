// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/operands.h"

#include "core/base/say.h"

namespace edgewright::ops {

namespace {

Error missing(std::size_t index) { return badInput(say("input {1} is missing", index)); }

Error noTensor(std::size_t index, const ir::TensorType& type) {
    return badInput(say("input {1} is {2} where a tensor is expected", index, type.text()));
}

Error noSequence(std::size_t index, const ir::TensorType& type) {
    return badInput(say("input {1} is {2} where a sequence is expected", index, type.text()));
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
    if (type && !(*type)->isTensor()) return noTensor(index, **type);
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
    if (tensor && !(*tensor)->isTensor()) return noTensor(index, (*tensor)->type());
    return tensor;
}

Result<const ir::TensorType*> sequenceOperand(const InferContext& context, std::size_t index) {
    auto type = anyOperand(context, index);
    if (type && (*type)->container != ir::Container::Sequence && !isUnknown(**type))
        return noSequence(index, **type);
    return type;
}

Result<const ir::Tensor*> sequenceOperand(const KernelContext& context, std::size_t index) {
    auto tensor = anyOperand(context, index);
    if (tensor && (*tensor)->container() != ir::Container::Sequence)
        return noSequence(index, (*tensor)->type());
    return tensor;
}

Result<void> checkKinds(const Operator& op, const InferContext& context) {
    for (std::size_t i = 0; !op.takesContainers && i < context.node().inputs.size(); ++i)
        if (const ir::TensorType* type = context.input(i); type && !type->isTensor()) return noTensor(i, *type);
    return {};
}

Result<void> checkKinds(const Operator& op, const KernelContext& context) {
    for (std::size_t i = 0; !op.takesContainers && i < context.inputCount(); ++i)
        if (const ir::Tensor* tensor = context.input(i); tensor && !tensor->isTensor())
            return noTensor(i, tensor->type());
    return {};
}

Result<const ir::Tensor*> floatOperand(const KernelContext& context, std::size_t index) {
    auto tensor = operand(context, index);
    if (!tensor || ir::isFloating((*tensor)->dtype())) return tensor;
    return badInput(
        say("input {1} is {2} where a floating-point tensor is expected", index, (*tensor)->type().text()));
}

Result<const ir::Tensor*> operandOfType(const KernelContext& context, std::size_t index, ir::DataType type) {
    auto tensor = operand(context, index);
    if (!tensor || (*tensor)->dtype() == type) return tensor;
    return badInput(
        say("input {1} is {2} where {3} is expected", index, (*tensor)->type().text(), ir::dataTypeName(type)));
}

Result<bool> expectRank(const ir::TensorType& type, std::size_t rank, std::string_view what) {
    if (!type.shape) return false;
    if (type.shape->size() == rank) return true;
    return badInput(say("{1} is {2} where {3} axes are expected", what, type.text(), rank));
}

} // namespace edgewright::ops
