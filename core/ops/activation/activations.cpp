// SPDX-License-Identifier: GPL-3.0-or-later
// Activations of one element.
#include "core/base/say.h"
#include "core/ops/elementwise/table.h"
#include "core/ops/operands/logistic.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace edgewright::ops::activations {

namespace {

using kernels::Unary;

Result<void> runSelu(KernelContext& context) {
    // Opset 1 rounded the constants of Klambauer et al. (2017) to four decimals.
    const bool old = context.opset() < 6;
    const float alpha = context.node().floatOr("alpha", old ? 1.6732f : 1.67326319217681884765625f);
    const float gamma = context.node().floatOr("gamma", old ? 1.0507f : 1.05070102214813232421875f);
    return runUnaryFloat(context, [=](auto x) {
        using T = decltype(x);
        return static_cast<T>(gamma) * (x > 0 ? x : static_cast<T>(alpha) * std::expm1(x));
    });
}

Result<void> runGelu(KernelContext& context) {
    const std::string approximate = context.node().stringOr("approximate", "none");
    if (approximate != "none" && approximate != "tanh")
        return badInput(say("approximate is '{1}' where 'none' or 'tanh' is expected", approximate));
    if (approximate == "tanh")
        return runUnaryFloat(context, Unary::GeluTanh, [](auto x) {
            using T = decltype(x);
            constexpr T scale = T(2 * std::numbers::inv_sqrtpi / std::numbers::sqrt2); // sqrt(2 / pi)
            return T(0.5) * x * (1 + std::tanh(scale * (x + T(0.044715) * x * x * x)));
        });
    return runUnaryFloat(context, Unary::GeluErf, [](auto x) {
        using T = decltype(x);
        return T(0.5) * x * (1 + std::erf(x / T(std::numbers::sqrt2)));
    });
}

constexpr std::array Rows = inCategory(
    Category::Activation,
    std::array{
        // Not std::max: a NaN stays a NaN.
        numberUnary<Unary::Relu>({.name = "Relu", .since = 6},
                                 [](auto x) { return x < 0 ? decltype(x)(0) : x; }),
        floatUnary<Unary::LeakyRelu>(
            {.name = "LeakyRelu", .since = 6, .sinceBfloat16 = 16, .loop = {.alpha = 0.01f}},
            [](auto x, auto alpha, auto) { return x < 0 ? alpha * x : x; }),
        floatUnary({.name = "ThresholdedRelu", .since = 10, .loop = {.alpha = 1.0f}},
                   [](auto x, auto alpha, auto) { return x > alpha ? x : decltype(x)(0); }),
        floatUnary<Unary::Sigmoid>({.name = "Sigmoid"}, [](auto x) { return logistic(x); }),
        floatUnary<Unary::HardSigmoid>(
            {.name = "HardSigmoid", .sinceBfloat16 = 22, .loop = {.alpha = 0.2f, .beta = 0.5f}},
            []<typename T>(T x, T alpha, T beta) { return std::max(T(0), std::min(T(1), alpha * x + beta)); }),
        floatUnary<Unary::HardSwish>({.name = "HardSwish", .since = 14, .sinceBfloat16 = 22},
                                     []<typename T>(T x) { // x + 3 is exact next to -3
                                         return x * (std::max(T(0), std::min(T(6), x + 3)) / 6);
                                     }),
        floatUnary<Unary::Silu>({.name = "Swish", .since = 24, .loop = {.alpha = 1.0f}},
                                [](auto x, auto alpha, auto) { return x / (1 + std::exp(-alpha * x)); }),
        floatUnary<Unary::Tanh>({.name = "Tanh"}, [](auto x) { return std::tanh(x); }),
        floatUnary<Unary::Elu>({.name = "Elu", .sinceBfloat16 = 22, .loop = {.alpha = 1.0f}},
                               [](auto x, auto alpha, auto) { return x < 0 ? alpha * std::expm1(x) : x; }),
        unaryRow({.name = "Selu"}, runSelu),
        floatUnary({.name = "Celu", .since = 12, .loop = {.alpha = 1.0f}},
                   [](auto x, auto alpha, auto) { return x > 0 ? x : alpha * std::expm1(x / alpha); }),
        floatUnary<Unary::Softplus>({.name = "Softplus", .sinceBfloat16 = 22},
                                    [](auto x) { return softplus(x); }),
        floatUnary({.name = "Softsign", .sinceBfloat16 = 22}, [](auto x) { return x / (1 + std::abs(x)); }),
        floatUnary<Unary::Mish>({.name = "Mish", .since = 18, .sinceBfloat16 = 22},
                                [](auto x) { return x * std::tanh(softplus(x)); }),
        unaryRow({.name = "Gelu", .since = 20}, runGelu),
    });

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::activations
