// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/tensor.h"

#include "core/base/checked.h"
#include "core/base/say.h"
#include "core/ir/small_float.h"
#include "core/ir/storage/machine_memory.h"

#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace edgewright::ir {

Result<Tensor> Tensor::allocate(DataType type, Dims dims, std::int64_t limitBytes) {
    auto tensor = unfilled(type, std::move(dims), limitBytes);
    if (tensor && !tensor->m_bytes.empty()) std::memset(tensor->m_bytes.data(), 0, tensor->m_bytes.size());
    return tensor;
}

Result<Tensor> Tensor::unfilled(DataType type, Dims dims, std::int64_t limitBytes) {
    const auto elements = checkedProduct(dims);
    const auto bytes = !elements                  ? std::nullopt
                       : type == DataType::String ? checkedMul(*elements, sizeof(std::string))
                                                  : byteCount(type, *elements);
    const auto what = [&] { return say("a tensor of type {1}", TensorType(type, dims).text()); };
    if (!bytes) return badInput(say("{1} has more bytes than can be counted", what()));
    if (*bytes > limitBytes) return outOfMemory(what(), *bytes, limitBytes);
    if (type == DataType::String)
        return ofStrings(std::move(dims), std::vector<std::string>(std::size_t(*elements)));
    Tensor tensor;
    tensor.m_type = type;
    tensor.m_dims = std::move(dims);
    tensor.m_elements = *elements;
    tensor.m_defined = true;
    const std::size_t rounded = (static_cast<std::size_t>(*bytes) + 63) / 64 * 64;
    if (rounded == 0) return tensor;
    void* memory = std::aligned_alloc(64, rounded);
    if (!memory) return machineOutOfMemory(what());
    tensor.m_owner =
        std::shared_ptr<const void>(memory, [](const void* p) { std::free(const_cast<void*>(p)); });
    tensor.m_bytes = {static_cast<std::byte*>(memory), static_cast<std::size_t>(*bytes)};
    return tensor;
}

Tensor Tensor::over(DataType type, Dims dims, std::shared_ptr<const void> owner, std::span<std::byte> bytes) {
    Tensor tensor = withoutData(type, std::move(dims));
    const auto size = byteCount(type, tensor.m_elements);
    assert(size && *size <= static_cast<std::int64_t>(bytes.size()));
    tensor.m_defined = true;
    tensor.m_owner = std::move(owner);
    tensor.m_bytes = bytes.first(static_cast<std::size_t>(*size));
    return tensor;
}

Tensor Tensor::withoutData(DataType type, Dims dims) {
    Tensor tensor;
    tensor.m_type = type;
    tensor.m_elements = checkedProduct(dims).value_or(0);
    tensor.m_dims = std::move(dims);
    return tensor;
}

Tensor Tensor::ofStrings(Dims dims, std::vector<std::string> strings) {
    Tensor tensor = withoutData(DataType::String, std::move(dims));
    assert(tensor.m_elements == static_cast<std::int64_t>(strings.size()));
    tensor.m_defined = true;
    tensor.m_strings = std::make_shared<const std::vector<std::string>>(std::move(strings));
    return tensor;
}

const std::vector<std::string>& Tensor::strings() const {
    static const std::vector<std::string> none;
    return m_strings ? *m_strings : none;
}

Tensor Tensor::ofItems(Container container, DataType element, std::vector<Tensor> items) {
    Tensor tensor;
    tensor.m_type = element;
    tensor.m_container = container;
    tensor.m_defined = true;
    tensor.m_items = std::make_shared<const std::vector<Tensor>>(std::move(items));
    return tensor;
}

const std::vector<Tensor>& Tensor::items() const {
    static const std::vector<Tensor> none;
    return m_items ? *m_items : none;
}

// Of a sequence: the dtype, and of the shape what all items agree on.
TensorType Tensor::type() const {
    if (isTensor()) return {m_type, m_dims};
    TensorType type(m_type);
    type.container = m_container;
    for (std::size_t i = 0; i < items().size(); ++i) {
        const auto shape = items()[i].type().shape;
        if (i == 0) type.shape = shape;
        if (!shape || !type.shape || shape->size() != type.shape->size()) {
            type.shape.reset();
            break;
        }
        for (std::size_t axis = 0; axis < shape->size(); ++axis)
            if ((*shape)[axis] != (*type.shape)[axis]) (*type.shape)[axis] = Dim();
    }
    return type;
}

Tensor Tensor::reshaped(Dims dims) const {
    assert(checkedProduct(dims) == m_elements);
    Tensor tensor = *this;
    tensor.m_dims = std::move(dims);
    return tensor;
}

namespace {

template <typename T>
T load(const Tensor& tensor, std::int64_t index) {
    T value;
    std::memcpy(&value, tensor.bytes().data() + static_cast<std::size_t>(index) * sizeof(T), sizeof(T));
    return value;
}

// Element `index` of a packed type of `bits` bits, the first in the lowest bits.
int packedBits(const Tensor& tensor, std::int64_t index, int bits) {
    const std::int64_t perByte = 8 / bits;
    const int byte = std::to_integer<int>(tensor.bytes()[static_cast<std::size_t>(index / perByte)]);
    return (byte >> (index % perByte * bits)) & ((1 << bits) - 1);
}

} // namespace

std::int64_t elementAsInt64(const Tensor& tensor, std::int64_t index) {
    switch (tensor.dtype()) {
    case DataType::UInt8:
        return load<std::uint8_t>(tensor, index);
    case DataType::Int8:
        return load<std::int8_t>(tensor, index);
    case DataType::UInt16:
        return load<std::uint16_t>(tensor, index);
    case DataType::Int16:
        return load<std::int16_t>(tensor, index);
    case DataType::Int32:
        return load<std::int32_t>(tensor, index);
    case DataType::Int64:
        return load<std::int64_t>(tensor, index);
    case DataType::Bool:
        return load<std::uint8_t>(tensor, index) != 0;
    case DataType::UInt32:
        return load<std::uint32_t>(tensor, index);
    case DataType::UInt64:
        return static_cast<std::int64_t>(load<std::uint64_t>(tensor, index));
    case DataType::UInt4:
        return packedBits(tensor, index, 4);
    case DataType::Int4:
        return (packedBits(tensor, index, 4) ^ 8) - 8;
    case DataType::UInt2:
        return packedBits(tensor, index, 2);
    case DataType::Int2:
        return (packedBits(tensor, index, 2) ^ 2) - 2;
    default: {
        const double value = elementAsDouble(tensor, index);
        if (!(std::abs(value) < 9.2e18)) return 0;
        return static_cast<std::int64_t>(value);
    }
    }
}

double elementAsDouble(const Tensor& tensor, std::int64_t index) {
    switch (tensor.dtype()) {
    case DataType::Float32:
        return static_cast<double>(load<float>(tensor, index));
    case DataType::Float64:
        return load<double>(tensor, index);
    case DataType::Float16:
        return static_cast<double>(halfToFloat(load<std::uint16_t>(tensor, index)));
    case DataType::BFloat16:
        return static_cast<double>(bfloat16ToFloat(load<std::uint16_t>(tensor, index)));
    case DataType::UInt64:
        return static_cast<double>(load<std::uint64_t>(tensor, index));
    case DataType::Float8E4M3FN:
    case DataType::Float8E4M3FNUZ:
    case DataType::Float8E5M2:
    case DataType::Float8E5M2FNUZ:
    case DataType::Float8E8M0:
        return static_cast<double>(smallFloatToFloat(tensor.dtype(), load<std::uint8_t>(tensor, index)));
    case DataType::Float4E2M1:
        return static_cast<double>(
            smallFloatToFloat(tensor.dtype(), static_cast<std::uint8_t>(packedBits(tensor, index, 4))));
    default:
        return isInteger(tensor.dtype()) || tensor.dtype() == DataType::Bool
                   ? static_cast<double>(elementAsInt64(tensor, index))
                   : 0.0;
    }
}

std::vector<std::int64_t> toInt64s(const Tensor& tensor) {
    std::vector<std::int64_t> result;
    if (!tensor.hasData() || !(isInteger(tensor.dtype()) || tensor.dtype() == DataType::Bool)) return result;
    result.reserve(static_cast<std::size_t>(tensor.elements()));
    for (std::int64_t i = 0; i < tensor.elements(); ++i)
        result.push_back(elementAsInt64(tensor, i));
    return result;
}

Result<Tensor> toFloat32(const Tensor& tensor) {
    if (tensor.dtype() == DataType::Float32) return tensor;
    const bool numeric = isFloating(tensor.dtype()) || isSmallFloat(tensor.dtype()) ||
                         isInteger(tensor.dtype()) || tensor.dtype() == DataType::Bool;
    if (!numeric || !tensor.hasData())
        return unsupported(say("cannot read {1} as float32", tensor.type().text()));
    auto result = Tensor::allocate(DataType::Float32, tensor.dims());
    if (!result) return result;
    auto out = result->as<float>();
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = static_cast<float>(elementAsDouble(tensor, static_cast<std::int64_t>(i)));
    return result;
}

float halfToFloat(std::uint16_t half) {
    const std::uint32_t sign = std::uint32_t(half & 0x8000u) << 16;
    const std::uint32_t exponent = (half >> 10) & 0x1fu;
    const std::uint32_t mantissa = half & 0x3ffu;
    if (exponent == 0) {
        const float magnitude = std::ldexp(static_cast<float>(mantissa), -24);
        return sign ? -magnitude : magnitude;
    }
    const std::uint32_t bits = exponent == 31 ? sign | 0x7f800000u | (mantissa << 13)
                                              : sign | ((exponent + 112) << 23) | (mantissa << 13);
    return std::bit_cast<float>(bits);
}

std::uint16_t floatToHalf(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000u);
    const std::uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u) return static_cast<std::uint16_t>(sign | 0x7e00u);  // NaN
    if (magnitude >= 0x477ff000u) return static_cast<std::uint16_t>(sign | 0x7c00u); // rounds to infinity
    if (magnitude < 0x38800000u) { // subnormal: the unit is 2^-24
        const float scaled = std::abs(value) * 16777216.0f;
        return static_cast<std::uint16_t>(sign | static_cast<std::uint16_t>(std::nearbyint(scaled)));
    }
    const std::uint32_t rounded = magnitude + 0xfffu + ((magnitude >> 13) & 1u);
    return static_cast<std::uint16_t>(sign | ((rounded - 0x38000000u) >> 13));
}

std::uint16_t floatToBfloat16(float value) {
    const std::uint32_t bits = std::bit_cast<std::uint32_t>(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u) return static_cast<std::uint16_t>((bits >> 16) | 0x40u);
    return static_cast<std::uint16_t>((bits + 0x7fffu + ((bits >> 16) & 1u)) >> 16);
}

} // namespace edgewright::ir
