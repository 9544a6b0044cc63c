// SPDX-License-Identifier: GPL-3.0-or-later
// Element types, numbered as in ONNX's TensorProto.DataType.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::ir {

enum class DataType : std::uint8_t {
    Undefined = 0,
    Float32 = 1,
    UInt8 = 2,
    Int8 = 3,
    UInt16 = 4,
    Int16 = 5,
    Int32 = 6,
    Int64 = 7,
    String = 8,
    Bool = 9,
    Float16 = 10,
    Float64 = 11,
    UInt32 = 12,
    UInt64 = 13,
    Complex64 = 14,
    Complex128 = 15,
    BFloat16 = 16,
    Float8E4M3FN = 17,
    Float8E4M3FNUZ = 18,
    Float8E5M2 = 19,
    Float8E5M2FNUZ = 20,
    UInt4 = 21,
    Int4 = 22,
    Float4E2M1 = 23,
    Float8E8M0 = 24,
    UInt2 = 25,
    Int2 = 26,
};

// Bits per element: 2 or 4 for the packed types, 0 for String and Undefined.
int bitWidth(DataType type);
// "float32", "int8", "bfloat16"; "undefined" for an unknown number.
std::string_view dataTypeName(DataType type);
// Empty for a number that names no type we know.
std::optional<DataType> dataTypeFromOnnx(std::int64_t number);

inline bool isFloating(DataType t) {
    return t == DataType::Float32 || t == DataType::Float16 || t == DataType::Float64 ||
           t == DataType::BFloat16;
}
bool isInteger(DataType type);
// Floats of eight and four bits: stored and converted, not computed in (small_float.h).
inline bool isSmallFloat(DataType t) {
    return (t >= DataType::Float8E4M3FN && t <= DataType::Float8E5M2FNUZ) || t == DataType::Float4E2M1 ||
           t == DataType::Float8E8M0;
}

} // namespace edgewright::ir
