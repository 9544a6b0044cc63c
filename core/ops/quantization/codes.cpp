// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/quantization/codes.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

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
        return unsupported(say("codes of type {1} are not supported", ir::dataTypeName(type)));
    }
}

namespace {

Result<const ir::Tensor*> scaleTensor(const KernelContext& context, std::size_t index, std::int64_t count) {
    ASSIGN_OR_RETURN(const auto tensor, floatOperand(context, index));
    if (tensor->elements() != 1 && tensor->elements() != count)
        return badInput(say("scale (input {1}) is {2} where 1 or {3} elements are expected", index,
                            tensor->type().text(), count));
    return tensor;
}

// Null where every zero point is 0: floats of 8 and 4 bits have no other.
Result<const ir::Tensor*> zeroTensor(const KernelContext& context, std::size_t index, std::int64_t count) {
    const ir::Tensor* tensor = index < context.inputCount() ? context.input(index) : nullptr;
    if (!tensor) return tensor;
    const bool fits = tensor->hasData() && (tensor->elements() == 1 || tensor->elements() == count);
    if (fits && ir::isSmallFloat(tensor->dtype())) return static_cast<const ir::Tensor*>(nullptr);
    if (!fits || !ir::isInteger(tensor->dtype()))
        return badInput(say("zero point (input {1}) is {2} where 1 or {3} integers are expected", index,
                            tensor->type().text(), count));
    return tensor;
}

float scaleAt(const ir::Tensor& tensor, std::int64_t i) {
    return static_cast<float>(ir::elementAsDouble(tensor, i));
}
std::int32_t zeroAt(const ir::Tensor& tensor, std::int64_t i) {
    return static_cast<std::int32_t>(ir::elementAsInt64(tensor, i));
}

} // namespace

Result<std::vector<float>> scalesOf(const KernelContext& context, std::size_t index, std::int64_t count) {
    ASSIGN_OR_RETURN(const auto tensor, scaleTensor(context, index, count));
    const auto size = static_cast<std::size_t>(count);
    if (tensor->elements() == 1) return std::vector<float>(size, scaleAt(*tensor, 0));
    if (tensor->dtype() == ir::DataType::Float32) {
        const auto values = tensor->as<float>();
        return std::vector<float>(values.begin(), values.end());
    }
    std::vector<float> result(size);
    for (std::int64_t i = 0; i < count; ++i)
        result[static_cast<std::size_t>(i)] = scaleAt(*tensor, i);
    return result;
}

Result<std::vector<std::int32_t>> zerosOf(const KernelContext& context, std::size_t index, std::int64_t count) {
    ASSIGN_OR_RETURN(const auto tensor, zeroTensor(context, index, count));
    const auto size = static_cast<std::size_t>(count);
    if (!tensor) return std::vector<std::int32_t>(size, 0);
    if (tensor->elements() == 1) return std::vector<std::int32_t>(size, zeroAt(*tensor, 0));
    std::vector<std::int32_t> result(size);
    if (tensor->dtype() == ir::DataType::Int8)
        std::ranges::copy(tensor->as<std::int8_t>(), result.begin());
    else if (tensor->dtype() == ir::DataType::UInt8)
        std::ranges::copy(tensor->as<std::uint8_t>(), result.begin());
    else
        for (std::int64_t i = 0; i < count; ++i)
            result[static_cast<std::size_t>(i)] = zeroAt(*tensor, i);
    return result;
}

Result<Coding> codingOf(const KernelContext& context, std::size_t scale, std::size_t zero) {
    ASSIGN_OR_RETURN(const auto scales, scaleTensor(context, scale, 1));
    ASSIGN_OR_RETURN(const auto zeros, zeroTensor(context, zero, 1));
    const Coding coding{scaleAt(*scales, 0), zeros ? zeroAt(*zeros, 0) : 0};
    constexpr std::int32_t widest = 65535; // of any code type
    if (coding.zero < -widest || coding.zero > widest)
        return badInput(say("zero point {1} is no code", coding.zero));
    return coding;
}

} // namespace edgewright::ops
