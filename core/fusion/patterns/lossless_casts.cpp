// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/patterns/lossless_casts.h"

#include <optional>

namespace edgewright::fusion {

namespace {

struct Format {
    int range = 0;     // bits that integers need; exponent of floats is always enough up to float32
    int precision = 0; // bits of the significand
    bool isSigned = false;
    bool floating = false;
    int exponent = 0; // bits
};

std::optional<Format> formatOf(ir::DataType type) {
    switch (type) {
    case ir::DataType::Bool:
        return Format{1, 1, false, false, 0};
    case ir::DataType::UInt8:
        return Format{8, 8, false, false, 0};
    case ir::DataType::Int8:
        return Format{7, 7, true, false, 0};
    case ir::DataType::UInt16:
        return Format{16, 16, false, false, 0};
    case ir::DataType::Int16:
        return Format{15, 15, true, false, 0};
    case ir::DataType::UInt32:
        return Format{32, 32, false, false, 0};
    case ir::DataType::Int32:
        return Format{31, 31, true, false, 0};
    case ir::DataType::UInt64:
        return Format{64, 64, false, false, 0};
    case ir::DataType::Int64:
        return Format{63, 63, true, false, 0};
    case ir::DataType::Float16:
        return Format{15, 11, true, true, 5};
    case ir::DataType::BFloat16:
        return Format{127, 8, true, true, 8};
    case ir::DataType::Float32:
        return Format{127, 24, true, true, 8};
    case ir::DataType::Float64:
        return Format{1023, 53, true, true, 11};
    default:
        return std::nullopt;
    }
}

bool holdsAll(const Format& from, const Format& to) {
    if (from.floating && !to.floating) return false;
    if (from.isSigned && !to.isSigned) return false;
    return to.precision >= from.precision && to.range >= from.range && to.exponent >= from.exponent;
}

} // namespace

bool isComparable(ir::DataType type) { return formatOf(type).has_value(); }

bool holdsAll(ir::DataType from, ir::DataType to) {
    const auto given = formatOf(from);
    const auto wanted = formatOf(to);
    return given && wanted && holdsAll(*given, *wanted);
}

} // namespace edgewright::fusion
