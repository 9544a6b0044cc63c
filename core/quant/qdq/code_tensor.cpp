// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/quant/qdq/code_tensor.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace edgewright::quant {

namespace {

template <typename T>
void fill(ir::Tensor& tensor, std::span<const std::int32_t> codes) {
    std::ranges::transform(codes, tensor.as<T>().begin(),
                           [](std::int32_t code) { return static_cast<T>(code); });
}

} // namespace

ir::DataType dataTypeOf(CodeType type) {
    switch (type) {
    case CodeType::Int4:
        return ir::DataType::Int4;
    case CodeType::Int8:
        return ir::DataType::Int8;
    case CodeType::UInt8:
        return ir::DataType::UInt8;
    case CodeType::Int16:
        return ir::DataType::Int16;
    }
    return ir::DataType::Undefined;
}

std::int64_t opsetOf(CodeType type) { return bitsOf(type) == 8 ? 13 : 21; }

Result<ir::Tensor> codeTensor(CodeType type, ir::Dims dims, std::span<const std::int32_t> codes) {
    ASSIGN_OR_RETURN(auto tensor, ir::Tensor::allocate(dataTypeOf(type), std::move(dims)));
    if (tensor.elements() != static_cast<std::int64_t>(codes.size()))
        return internalError("codes that do not fill their tensor");
    switch (type) {
    case CodeType::Int4:
        for (std::size_t i = 0; i < codes.size(); ++i)
            tensor.mutableBytes()[i / 2] |= static_cast<std::byte>((codes[i] & 0xf) << (i % 2 * 4));
        break;
    case CodeType::Int8:
        fill<std::int8_t>(tensor, codes);
        break;
    case CodeType::UInt8:
        fill<std::uint8_t>(tensor, codes);
        break;
    case CodeType::Int16:
        fill<std::int16_t>(tensor, codes);
        break;
    }
    return tensor;
}

} // namespace edgewright::quant
