// SPDX-License-Identifier: GPL-3.0-or-later
// The logistic function and its relatives, which kernels apply in float and in double.
#pragma once

#include <cmath>

namespace edgewright::ops {

template <typename T>
T logistic(T x) {
    return 1 / (1 + std::exp(-x));
}

// x times its logistic function.
template <typename T>
T silu(T x) {
    return x / (1 + std::exp(-x));
}

// log(1 + e^x), without overflow.
template <typename T>
T softplus(T x) {
    return (x > 0 ? x : T(0)) + std::log1p(std::exp(-std::abs(x)));
}

} // namespace edgewright::ops
