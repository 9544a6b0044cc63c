// SPDX-License-Identifier: GPL-3.0-or-later
// Powers, logarithms, signs and rounding of one element.
#include "core/ops/elementwise/table.h"
#include "core/ops/operands/wrapping.h"

#include <cmath>

namespace edgewright::ops::functions {

namespace {

using kernels::Unary;

constexpr std::array Rows =
    inCategory(Category::ElementWise,
               std::array{
                   numberUnary<Unary::Abs>({.name = "Abs"},
                                           []<typename T>(T x) -> T {
                                               if constexpr (std::is_floating_point_v<T>)
                                                   return std::abs(x);
                                               else
                                                   return x < T(0) ? wrappingSub(T(0), x) : x;
                                           }),
                   numberUnary<Unary::Neg>({.name = "Neg"},
                                           []<typename T>(T x) -> T {
                                               if constexpr (std::is_floating_point_v<T>)
                                                   return -x;
                                               else
                                                   return wrappingSub(T(0), x);
                                           }),
                   numberUnary({.name = "Sign", .since = 9},
                               []<typename T>(T x) -> T {
                                   if (x > T(0)) return T(1);
                                   if constexpr (std::is_signed_v<T> || std::is_floating_point_v<T>)
                                       if (x < T(0)) return T(-1);
                                   return x == T(0) ? T(0) : x; // a NaN stays
                               }),
                   floatUnary<Unary::Exp>({.name = "Exp"}, [](auto x) { return std::exp(x); }),
                   floatUnary<Unary::Log>({.name = "Log"}, [](auto x) { return std::log(x); }),
                   floatUnary<Unary::Sqrt>({.name = "Sqrt"}, [](auto x) { return std::sqrt(x); }),
                   floatUnary<Unary::Reciprocal>({.name = "Reciprocal"}, [](auto x) { return 1 / x; }),
                   numberUnary<Unary::Erf>({.name = "Erf", .since = 9},
                                           [](auto x) { return static_cast<decltype(x)>(std::erf(x)); }),
                   floatUnary<Unary::Floor>({.name = "Floor"}, [](auto x) { return std::floor(x); }),
                   floatUnary<Unary::Ceil>({.name = "Ceil"}, [](auto x) { return std::ceil(x); }),
                   // Half to even, which is the rounding mode that nobody changes.
                   floatUnary({.name = "Round", .since = 11}, [](auto x) { return std::nearbyint(x); }),
                   // Experimental in ONNX before opset 9.
                   floatUnary({.name = "Affine", .isUnofficial = true, .loop = {.alpha = 1.0f}},
                              [](auto x, auto alpha, auto beta) { return alpha * x + beta; }),
               });

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::functions
