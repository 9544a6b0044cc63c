// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled without fused products and sums (-ffp-contract=off), which some processors have and others have not.
#include "core/scenario/random.h"

#include <cmath>

namespace edgewright::scenario {

namespace {

constexpr double Ln2 = 0.693147180559945309417;

std::uint64_t splitMix(std::uint64_t& state) {
    std::uint64_t mixed = state += 0x9e3779b97f4a7c15;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111eb;
    return mixed ^ (mixed >> 31);
}

} // namespace

Random::Random(std::uint64_t seed, std::uint64_t stream) {
    std::uint64_t state = seed;
    state = splitMix(state) ^ (stream * 0xd1342543de82ef95);
    for (std::uint64_t& word : m_state)
        word = splitMix(state);
}

// ln(m · 2^e) = e ln 2 + 2 artanh((m − 1) / (m + 1)), with m between √½ and √2.
double portableLog(double number) {
    int exponent = 0;
    double fraction = std::frexp(number, &exponent);
    if (fraction < 0.70710678118654752440) {
        fraction *= 2;
        --exponent;
    }
    const double s = (fraction - 1) / (fraction + 1), square = s * s;
    double sum = 0;
    for (int odd = 21; odd >= 1; odd -= 2)
        sum = sum * square + 1.0 / odd;
    return exponent * Ln2 + 2 * s * sum;
}

// e^x = 2^k · e^r, |r| <= ln 2 / 2.
double portableExp(double number) {
    const double twos = std::floor(number / Ln2 + 0.5), rest = number - twos * Ln2;
    double sum = 1;
    for (int term = 18; term >= 1; --term)
        sum = 1 + sum * rest / term;
    return std::ldexp(sum, static_cast<int>(twos));
}

double Random::exponential() { return -portableLog(1 - unit()); }

double Random::normal() {
    for (;;) {
        const double x = 2 * unit() - 1, y = 2 * unit() - 1, square = x * x + y * y;
        if (square > 0 && square < 1) return x * std::sqrt(-2 * portableLog(square) / square);
    }
}

double Random::gamma(double shape) {
    // Of shapes below 1: gamma(shape + 1) · u^(1 / shape).
    const bool isSmall = shape < 1;
    const double d = (isSmall ? shape + 1 : shape) - 1.0 / 3, c = 1 / std::sqrt(9 * d);
    for (;;) {
        const double x = normal(), root = 1 + c * x;
        if (root <= 0) continue;
        const double v = root * root * root, u = 1 - unit();
        if (portableLog(u) >= 0.5 * x * x + d - d * v + d * portableLog(v)) continue;
        if (!isSmall) return d * v;
        const double power = portableLog(1 - unit()) / shape;
        return power < -700 ? 0 : d * v * portableExp(power);
    }
}

} // namespace edgewright::scenario
