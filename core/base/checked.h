// SPDX-License-Identifier: GPL-3.0-or-later
// Integer arithmetic that says when it overflows. Sizes from a file are multiplied with nothing else.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace edgewright {

inline std::optional<std::int64_t> checkedMul(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product)) return std::nullopt;
    return product;
}

inline std::optional<std::int64_t> checkedAdd(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum)) return std::nullopt;
    return sum;
}

// Number of elements of a shape; empty on a negative extent or past 2^63 - 1.
inline std::optional<std::int64_t> checkedProduct(std::span<const std::int64_t> dims) {
    std::int64_t product = 1;
    for (const std::int64_t dim : dims) {
        if (dim < 0) return std::nullopt;
        const auto next = checkedMul(product, dim);
        if (!next) return std::nullopt;
        product = *next;
    }
    return product;
}

// ceil(a / b) for a >= 0, b > 0.
constexpr std::int64_t ceilDiv(std::int64_t a, std::int64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

} // namespace edgewright
