// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/elementwise/integers.h"

#include <cmath>
#include <type_traits>

namespace edgewright::ops::mod {

namespace {

// The sign follows the divisor, or with `truncated` the dividend, as in C.
template <typename T>
T remainder(T a, T b, bool truncated) {
    if constexpr (std::is_floating_point_v<T>) {
        const T rest = std::fmod(a, b);
        return !truncated && rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
    } else if constexpr (std::is_signed_v<T>) {
        const T rest = b == T(-1) ? T(0) : static_cast<T>(a % b);
        return !truncated && rest != 0 && (rest < 0) != (b < 0) ? static_cast<T>(rest + b) : rest;
    } else {
        return static_cast<T>(a % b);
    }
}

Result<void> run(KernelContext& context) {
    if (auto divisible = expectNonZero(context, 1); !divisible) return divisible;
    const bool truncated = context.node().intOr("fmod", 0) != 0;
    return runBinary(context, [=](auto a, auto b) { return remainder(a, b, truncated); });
}

} // namespace

extern const Operator entry;
const Operator entry{
    .domain = "",
    .name = "Mod",
    .category = Category::ElementWise,
    .pattern = Pattern::Broadcast,
    .infer = inferBinary,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::mod
