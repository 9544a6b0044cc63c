// SPDX-License-Identifier: GPL-3.0-or-later
// From an element type at run time to a C++ type.
#pragma once

#include "core/base/result.h"
#include "core/base/say.h"
#include "core/ir/data_type.h"

#include <string>
#include <type_traits>

namespace edgewright::ops {

// body(std::type_identity<T>()) with T = float, double or one of the eight integer types; Unsupported for
// others (halves are computed as float by the caller).
template <typename F>
Result<void> withElementType(ir::DataType type, F&& body) {
    using ir::DataType;
    switch (type) {
    case DataType::Float32:
        return body(std::type_identity<float>());
    case DataType::Float64:
        return body(std::type_identity<double>());
    case DataType::Int8:
        return body(std::type_identity<std::int8_t>());
    case DataType::UInt8:
        return body(std::type_identity<std::uint8_t>());
    case DataType::Int16:
        return body(std::type_identity<std::int16_t>());
    case DataType::UInt16:
        return body(std::type_identity<std::uint16_t>());
    case DataType::Int32:
        return body(std::type_identity<std::int32_t>());
    case DataType::UInt32:
        return body(std::type_identity<std::uint32_t>());
    case DataType::Int64:
        return body(std::type_identity<std::int64_t>());
    case DataType::UInt64:
        return body(std::type_identity<std::uint64_t>());
    default:
        return unsupported(say("elements of type {1} are not supported here", ir::dataTypeName(type)));
    }
}

inline bool isHalf(ir::DataType type) {
    return type == ir::DataType::Float16 || type == ir::DataType::BFloat16;
}

} // namespace edgewright::ops
