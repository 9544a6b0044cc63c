// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace edgewright::measure {

// The types that the multiply-accumulates of an operator are done on.
enum class Arithmetic {
    Float32,
    Int8, // codes of 8 bits, summed in 32 bits
};

inline constexpr std::array<std::string_view, 2> ArithmeticNames{"fp32", "int8"}; // by Arithmetic
inline constexpr std::string_view nameOf(Arithmetic arithmetic) {
    return ArithmeticNames[static_cast<std::size_t>(arithmetic)];
}

} // namespace edgewright::measure
