// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/data_type.h"

#include <array>

namespace edgewright::ir {

namespace {

struct Row {
    std::string_view name;
    int bits;
};

constexpr std::array<Row, 27> Rows{{
    {"undefined", 0},      {"float32", 32},  {"uint8", 8},        {"int8", 8},           {"uint16", 16},
    {"int16", 16},         {"int32", 32},    {"int64", 64},       {"string", 0},         {"bool", 8},
    {"float16", 16},       {"float64", 64},  {"uint32", 32},      {"uint64", 64},        {"complex64", 64},
    {"complex128", 128},   {"bfloat16", 16}, {"float8e4m3fn", 8}, {"float8e4m3fnuz", 8}, {"float8e5m2", 8},
    {"float8e5m2fnuz", 8}, {"uint4", 4},     {"int4", 4},         {"float4e2m1", 4},     {"float8e8m0", 8},
    {"uint2", 2},          {"int2", 2},
}};

const Row& row(DataType type) {
    const auto index = static_cast<std::size_t>(type);
    return Rows[index < Rows.size() ? index : 0];
}

} // namespace

int bitWidth(DataType type) { return row(type).bits; }
std::string_view dataTypeName(DataType type) { return row(type).name; }

std::optional<DataType> dataTypeFromOnnx(std::int64_t number) {
    if (number <= 0 || number >= std::ssize(Rows)) return std::nullopt;
    return static_cast<DataType>(number);
}

bool isInteger(DataType type) {
    switch (type) {
    case DataType::UInt8:
    case DataType::Int8:
    case DataType::UInt16:
    case DataType::Int16:
    case DataType::Int32:
    case DataType::Int64:
    case DataType::UInt32:
    case DataType::UInt64:
    case DataType::UInt4:
    case DataType::Int4:
    case DataType::UInt2:
    case DataType::Int2:
        return true;
    default:
        return false;
    }
}

} // namespace edgewright::ir
