// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor with its bytes: row-major, contiguous, little-endian, elements as TensorType says. Sequences and
// optionals of tensors travel in the same class.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor_type.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace edgewright::ir {

// C++ type -> DataType, for the types that C++ has.
template <typename T>
constexpr DataType dataTypeOf();

// Copies share the storage. Whoever creates a tensor fills it; a tensor that a Graph holds is never written
// again. `hasData()` is false for a tensor whose bytes are missing (external data that was not found).
class Tensor {
public:
    Tensor() = default;
    // Zero-filled, 64-byte aligned. Fails when the size overflows or exceeds `limitBytes`.
    static Result<Tensor> allocate(DataType type, Dims dims, std::int64_t limitBytes = std::int64_t(1) << 36);
    // The same with whatever the memory holds, for those who write every byte of it.
    static Result<Tensor> unfilled(DataType type, Dims dims, std::int64_t limitBytes = std::int64_t(1) << 36);
    // Over foreign memory kept alive by `owner`; `bytes` must be at least the size that type and dims ask for
    // and aligned for the type.
    static Tensor over(DataType type, Dims dims, std::shared_ptr<const void> owner, std::span<std::byte> bytes);
    static Tensor withoutData(DataType type, Dims dims);
    static Tensor ofStrings(Dims dims, std::vector<std::string> strings);
    // A sequence, or an optional (no item or one; the item of an OptionalSequence is a Sequence). `element` is
    // the dtype of the tensors inside. Such a value has no bytes, no extents and no elements of its own.
    static Tensor ofItems(Container container, DataType element, std::vector<Tensor> items);
    // Convenience for small tensors; asserts that the counts agree.
    template <typename T>
    static Tensor of(Dims dims, const std::vector<T>& values);
    template <typename T>
    static Tensor scalar(T value) {
        return of<T>({}, std::vector<T>{value});
    }

    DataType dtype() const { return m_type; }
    const Dims& dims() const { return m_dims; }
    std::int64_t rank() const { return static_cast<std::int64_t>(m_dims.size()); }
    std::int64_t elements() const { return m_elements; }
    bool hasData() const {
        return m_bytes.data() != nullptr || m_strings != nullptr || m_items != nullptr ||
               (m_elements == 0 && m_defined);
    }
    TensorType type() const;
    Container container() const { return m_container; }
    bool isTensor() const { return m_container == Container::Tensor; }
    // The items of a sequence or an optional; empty for a tensor.
    const std::vector<Tensor>& items() const;

    std::span<const std::byte> bytes() const { return m_bytes; }
    std::span<std::byte> mutableBytes() { return m_bytes; }
    const std::vector<std::string>& strings() const;
    // The elements as T; T must match dtype() (Bool is bool or uint8_t; Float16/BFloat16 are uint16_t).
    template <typename T>
    std::span<const T> as() const {
        return {reinterpret_cast<const T*>(m_bytes.data()), static_cast<std::size_t>(m_elements)};
    }
    template <typename T>
    std::span<T> as() {
        return {reinterpret_cast<T*>(m_bytes.data()), static_cast<std::size_t>(m_elements)};
    }
    // Whoever keeps the bytes alive; null for strings, items and empty tensors.
    const std::shared_ptr<const void>& owner() const { return m_owner; }
    // The same bytes under another shape with as many elements.
    Tensor reshaped(Dims dims) const;

private:
    DataType m_type = DataType::Undefined;
    Dims m_dims;
    std::int64_t m_elements = 0;
    bool m_defined = false;
    std::shared_ptr<const void> m_owner;
    std::span<std::byte> m_bytes;
    std::shared_ptr<const std::vector<std::string>> m_strings;
    Container m_container = Container::Tensor;
    std::shared_ptr<const std::vector<Tensor>> m_items;
};

// Reads one element of any numeric tensor as double, or of any integer/bool tensor as int64; index in row-major
// order.
double elementAsDouble(const Tensor& tensor, std::int64_t index);
std::int64_t elementAsInt64(const Tensor& tensor, std::int64_t index);
// All elements of an integer tensor; empty when the tensor has no data or is not of integer type.
std::vector<std::int64_t> toInt64s(const Tensor& tensor);
// The tensor converted to float32 (shares storage when it already is); integers, halves and smaller floats
// included.
Result<Tensor> toFloat32(const Tensor& tensor);

float halfToFloat(std::uint16_t half);
std::uint16_t floatToHalf(float value); // rounds to nearest even
inline float bfloat16ToFloat(std::uint16_t value) {
    const std::uint32_t bits = std::uint32_t(value) << 16;
    float result;
    __builtin_memcpy(&result, &bits, sizeof result);
    return result;
}
std::uint16_t floatToBfloat16(float value); // rounds to nearest even

template <>
constexpr DataType dataTypeOf<float>() {
    return DataType::Float32;
}
template <>
constexpr DataType dataTypeOf<double>() {
    return DataType::Float64;
}
template <>
constexpr DataType dataTypeOf<std::int8_t>() {
    return DataType::Int8;
}
template <>
constexpr DataType dataTypeOf<std::uint8_t>() {
    return DataType::UInt8;
}
template <>
constexpr DataType dataTypeOf<std::int16_t>() {
    return DataType::Int16;
}
template <>
constexpr DataType dataTypeOf<std::uint16_t>() {
    return DataType::UInt16;
}
template <>
constexpr DataType dataTypeOf<std::int32_t>() {
    return DataType::Int32;
}
template <>
constexpr DataType dataTypeOf<std::uint32_t>() {
    return DataType::UInt32;
}
template <>
constexpr DataType dataTypeOf<std::int64_t>() {
    return DataType::Int64;
}
template <>
constexpr DataType dataTypeOf<std::uint64_t>() {
    return DataType::UInt64;
}
template <>
constexpr DataType dataTypeOf<bool>() {
    return DataType::Bool;
}

template <typename T>
Tensor Tensor::of(Dims dims, const std::vector<T>& values) {
    auto tensor = allocate(dataTypeOf<T>(), std::move(dims));
    assert(tensor && tensor->elements() == static_cast<std::int64_t>(values.size()));
    for (std::size_t i = 0; i < values.size(); ++i)
        tensor->template as<T>()[i] = values[i];
    return std::move(tensor).value();
}

} // namespace edgewright::ir
