// SPDX-License-Identifier: GPL-3.0-or-later
// Trigonometric and hyperbolic functions; Tanh is an activation.
#include "core/ops/elementwise/table.h"

#include <cmath>

namespace edgewright::ops::trigonometry {

namespace {

constexpr std::array Rows = inCategory(
    Category::ElementWise, std::array{
                               floatUnary({.name = "Sin", .since = 7}, [](auto x) { return std::sin(x); }),
                               floatUnary({.name = "Cos", .since = 7}, [](auto x) { return std::cos(x); }),
                               floatUnary({.name = "Tan", .since = 7}, [](auto x) { return std::tan(x); }),
                               floatUnary({.name = "Asin", .since = 7}, [](auto x) { return std::asin(x); }),
                               floatUnary({.name = "Acos", .since = 7}, [](auto x) { return std::acos(x); }),
                               floatUnary({.name = "Atan", .since = 7}, [](auto x) { return std::atan(x); }),
                               floatUnary({.name = "Sinh", .since = 9}, [](auto x) { return std::sinh(x); }),
                               floatUnary({.name = "Cosh", .since = 9}, [](auto x) { return std::cosh(x); }),
                               floatUnary({.name = "Asinh", .since = 9}, [](auto x) { return std::asinh(x); }),
                               floatUnary({.name = "Acosh", .since = 9}, [](auto x) { return std::acosh(x); }),
                               floatUnary({.name = "Atanh", .since = 9}, [](auto x) { return std::atanh(x); }),
                           });

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::trigonometry
