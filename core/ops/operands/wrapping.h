// SPDX-License-Identifier: GPL-3.0-or-later
// Arithmetic of element types: integers wrap around as two's complement, which C++ leaves undefined for signed
// ones.
#pragma once

#include <type_traits>

namespace edgewright::ops {

namespace detail {

// Unsigned and wide enough that nothing is promoted to a signed type.
template <typename T>
using Wide = std::common_type_t<std::make_unsigned_t<T>, unsigned>;

} // namespace detail

template <typename T>
T wrappingAdd(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<detail::Wide<T>>(a) + static_cast<detail::Wide<T>>(b));
    else
        return a + b;
}

template <typename T>
T wrappingSub(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<detail::Wide<T>>(a) - static_cast<detail::Wide<T>>(b));
    else
        return a - b;
}

template <typename T>
T wrappingMul(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return static_cast<T>(static_cast<detail::Wide<T>>(a) * static_cast<detail::Wide<T>>(b));
    else
        return a * b;
}

// Towards zero for integers, whose `b` must not be 0; the lowest integer divided by -1 wraps to itself.
template <typename T>
T wrappingDiv(T a, T b) {
    if constexpr (std::is_integral_v<T> && std::is_signed_v<T>)
        return b == T(-1) ? wrappingSub(T(0), a) : static_cast<T>(a / b);
    else
        return static_cast<T>(a / b);
}

} // namespace edgewright::ops
