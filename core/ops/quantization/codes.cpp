// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/codes.h"

#include "core/base/propagate.h"

namespace edgewright::ops {

Result<CodeRange> codeRange(ir::DataType type) {
    switch (type) {
    case ir::DataType::UInt2:
        return CodeRange{0, 3};
    case ir::DataType::Int2:
        return CodeRange{-2, 1};
    case ir::DataType::UInt4:
        return CodeRange{0, 15};
    case ir::DataType::Int4:
        return CodeRange{-8, 7};
    case ir::DataType::UInt8:
        return CodeRange{0, 255};
    case ir::DataType::Int8:
        return CodeRange{-128, 127};
    case ir::DataType::UInt16:
        return CodeRange{0, 65535};
    case ir::DataType::Int16:
        return CodeRange{-32768, 32767};
    default:
        return unsupported("codes of type " + std::string(ir::dataTypeName(type)) + " are not supported");
    }
}

Result<std::vector<float>> scalesOf(const KernelContext& context, std::size_t index, std::int64_t count) {
    ASSIGN_OR_RETURN(const auto tensor, floatOperand(context, index));
    if (tensor->elements() != 1 && tensor->elements() != count)
        return badInput("scale (input " + std::to_string(index) + ") is " + tensor->type().text() +
                        " where 1 or " + std::to_string(count) + " elements are expected");
    std::vector<float> result(static_cast<std::size_t>(count));
    for (std::int64_t i = 0; i < count; ++i)
        result[static_cast<std::size_t>(i)] =
            static_cast<float>(ir::elementAsDouble(*tensor, tensor->elements() == 1 ? 0 : i));
    return result;
}

Result<std::vector<std::int32_t>> zerosOf(const KernelContext& context, std::size_t index, std::int64_t count) {
    std::vector<std::int32_t> result(static_cast<std::size_t>(count), 0);
    const ir::Tensor* tensor = index < context.inputCount() ? context.input(index) : nullptr;
    if (!tensor) return result;
    const bool fits = tensor->hasData() && (tensor->elements() == 1 || tensor->elements() == count);
    // Floats of 8 and 4 bits have no zero point but 0.
    if (fits && ir::isSmallFloat(tensor->dtype())) return result;
    if (!fits || !ir::isInteger(tensor->dtype()))
        return badInput("zero point (input " + std::to_string(index) + ") is " + tensor->type().text() +
                        " where 1 or " + std::to_string(count) + " integers are expected");
    for (std::int64_t i = 0; i < count; ++i)
        result[static_cast<std::size_t>(i)] =
            static_cast<std::int32_t>(ir::elementAsInt64(*tensor, tensor->elements() == 1 ? 0 : i));
    return result;
}

Result<Coding> codingOf(const KernelContext& context, std::size_t scale, std::size_t zero) {
    ASSIGN_OR_RETURN(const auto scales, scalesOf(context, scale, 1));
    ASSIGN_OR_RETURN(const auto zeros, zerosOf(context, zero, 1));
    constexpr std::int32_t widest = 65535; // of any code type
    if (zeros.front() < -widest || zeros.front() > widest)
        return badInput("zero point " + std::to_string(zeros.front()) + " is no code");
    return Coding{scales.front(), zeros.front()};
}

} // namespace edgewright::ops
