// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/operands/number_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace edgewright::ops {

using ir::DataType;

namespace {

using Buffer = std::array<char, 400>; // the longest number in fixed notation has 309 digits before the point

template <typename... Format>
std::string written(Format... format) {
    Buffer buffer;
    const auto [end, error] = std::to_chars(buffer.data(), buffer.data() + buffer.size(), format...);
    return error == std::errc() ? std::string(buffer.data(), end) : std::string();
}

template <typename T>
std::string shortest(T value) {
    const auto magnitude = static_cast<double>(std::abs(value));
    const bool plain = magnitude == 0 || (magnitude >= 1e-4 && magnitude < 1e16);
    return written(value, plain ? std::chars_format::fixed : std::chars_format::scientific);
}

// float16 and bfloat16 need fewer digits than the float32 that they are computed in.
template <typename Round>
std::string shortestOf(std::uint16_t bits, float value, Round round) {
    for (int digits = 1; digits < 9; ++digits) {
        const std::string text = written(value, std::chars_format::scientific, digits - 1);
        const auto again = parseNumber(text);
        if (again && round(static_cast<float>(*again)) == bits) return shortest(*again);
    }
    return shortest(value);
}

std::string_view withoutPlus(const std::string& text) {
    const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
    return std::string_view(text).substr(plus ? 1 : 0);
}

template <typename T>
std::optional<T> parsed(const std::string& text) {
    const std::string_view digits = withoutPlus(text);
    T value{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
}

} // namespace

std::string numberText(const ir::Tensor& tensor, std::int64_t index) {
    const bool floating = ir::isFloating(tensor.dtype()) || ir::isSmallFloat(tensor.dtype());
    if (tensor.dtype() == DataType::UInt64)
        return std::to_string(static_cast<std::uint64_t>(ir::elementAsInt64(tensor, index)));
    if (!floating) return std::to_string(ir::elementAsInt64(tensor, index));
    const double value = ir::elementAsDouble(tensor, index);
    if (!std::isfinite(value)) return std::isnan(value) ? "NaN" : value > 0 ? "INF" : "-INF";
    switch (tensor.dtype()) {
    case DataType::Float64:
        return shortest(value);
    case DataType::Float16:
        return shortestOf(tensor.as<std::uint16_t>()[static_cast<std::size_t>(index)],
                          static_cast<float>(value), ir::floatToHalf);
    case DataType::BFloat16:
        return shortestOf(tensor.as<std::uint16_t>()[static_cast<std::size_t>(index)],
                          static_cast<float>(value), ir::floatToBfloat16);
    default:
        return shortest(static_cast<float>(value));
    }
}

std::optional<double> parseNumber(const std::string& text) { return parsed<double>(text); }
std::optional<std::int64_t> parseInteger(const std::string& text) { return parsed<std::int64_t>(text); }

} // namespace edgewright::ops
