// SPDX-License-Identifier: GPL-3.0-or-later
// exp, log, erf and tanh of a vector. The polynomials are Chebyshev fits to the functions named beside them.
#pragma once

#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

EDGEWRIGHT_INLINE Floats asFloats(Ints bits) { return reinterpret_cast<Floats>(bits); }
EDGEWRIGHT_INLINE Ints asInts(Floats value) { return reinterpret_cast<Ints>(value); }
EDGEWRIGHT_INLINE Floats absolute(Floats x) { return asFloats(asInts(x) & 0x7fffffff); }
EDGEWRIGHT_INLINE Floats withSignOf(Floats magnitude, Floats sign) {
    return asFloats((asInts(magnitude) & 0x7fffffff) | (asInts(sign) & static_cast<std::int32_t>(0x80000000U)));
}
// -1 in the first `count` lanes, 0 in the others.
EDGEWRIGHT_INLINE Ints lanesBelow(int count) {
    Ints lane{};
    for (int i = 0; i < Lanes; ++i)
        lane[i] = i;
    return lane < count;
}
EDGEWRIGHT_INLINE float sumOfLanes(Floats x) {
    typedef float Four __attribute__((vector_size(16)));
    Four parts[Lanes / 4];
    __builtin_memcpy(parts, &x, sizeof(x));
    for (int i = 1; i < Lanes / 4; ++i)
        parts[0] += parts[i];
    return (parts[0][0] + parts[0][2]) + (parts[0][1] + parts[0][3]);
}
EDGEWRIGHT_INLINE float infinity() { return __builtin_inff(); }

// x 2^n for whole n in [-250, 250].
EDGEWRIGHT_INLINE Floats scaled(Floats x, Floats n) {
#if defined(__AVX512F__)
    return _mm512_maskz_scalef_ps(0xffff, x, n);
#else
    // In two steps, so that neither factor overflows.
    const Ints whole = __builtin_convertvector(n, Ints);
    const Ints half = whole >> 1;
    return x * asFloats((half + 127) << 23) * asFloats((whole - half + 127) << 23);
#endif
}

// e^x = 2^n (1 + p) with n whole; NaN stays in p.
struct SplitExp {
    Floats n;
    Floats p;
};
EDGEWRIGHT_INLINE SplitExp splitExp(Floats x) {
    // Behind these bounds the result is 0 or infinite anyway. Written so that NaN passes.
    x = lesser(splat(90.0f), greater(splat(-105.0f), x));
    constexpr float whole = 12582912.0f; // 1.5 * 2^23: adding it rounds to a whole number
    const Floats shifted = x * 1.44269504f + whole;
    const Floats n = shifted - whole;
    // ln 2 in two parts; n times the first has no rounding error.
    Floats r = x - n * 0.693359375f;
    r = r - n * -2.12194440e-4f;
    // (e^r - 1 - r) / r^2 over |r| <= ln 2 / 2
    Floats q = r * 0.0001989098087f + 0.001393364103f;
    q = q * r + 0.008333310934f;
    q = q * r + 0.04166646501f;
    q = q * r + 0.1666666668f;
    q = q * r + 0.5f;
    return {n, q * (r * r) + r};
}

EDGEWRIGHT_INLINE Floats exponential(Floats x) {
    const SplitExp e = splitExp(x);
    // Underflow of masked scores is cut short: arriving at 0 by underflow takes a processor
    // twenty times as long.
    return scaled(x < -104.0f ? Floats{} : e.p + 1.0f, e.n);
}

// e^x - 1
EDGEWRIGHT_INLINE Floats exponentialMinusOne(Floats x) {
    const SplitExp e = splitExp(x);
    const Floats two = scaled(splat(1.0f), e.n);
    // 2^128 is no float, but 2^128 (1 + p) may be one; below that the sum keeps the digits of a small result.
    return e.n > 127.0f ? scaled(e.p + 1.0f, e.n) : two * e.p + (two - 1.0f);
}

EDGEWRIGHT_INLINE Floats logarithm(Floats x) {
    constexpr float smallestNormal = 1.17549435e-38f;
    const Ints denormal = x < smallestNormal;
    const Floats normal = denormal ? x * 8388608.0f : x;
    // x = 2^e m with m in [sqrt 1/2, sqrt 2)
    const Ints shifted = asInts(absolute(normal)) - 0x3f3504f3;
    Ints e = shifted >> 23;
    const Floats f = asFloats((shifted & 0x7fffff) + 0x3f3504f3) - 1.0f;
    e = e - (denormal & 23);
    const Floats exponent = __builtin_convertvector(e, Floats);
    // (ln(1 + f) - f + f^2 / 2) / f^3
    Floats q = f * 0.06971611471f - 0.1147973385f;
    q = q * f + 0.1168541992f;
    q = q * f - 0.1242568733f;
    q = q * f + 0.1424905765f;
    q = q * f - 0.1666780232f;
    q = q * f + 0.2000071575f;
    q = q * f - 0.2499999696f;
    q = q * f + 0.3333333118f;
    const Floats square = f * f;
    q = q * f * square + exponent * -2.12194440e-4f;
    q = q - square * 0.5f;
    Floats result = (f + q) + exponent * 0.693359375f;
    result = x < infinity() ? result : x; // infinity and NaN stay
    result = x == 0.0f ? splat(-infinity()) : result;
    return x < 0.0f ? splat(__builtin_nanf("")) : result;
}

// ln(1 + t) for t in [0, 1], with its relative accuracy near 0.
EDGEWRIGHT_INLINE Floats logarithmOfOnePlus(Floats t) {
    const Floats s = t / (t + 2.0f);
    const Floats z = s * s;
    // (artanh(s) - s) / s^3
    Floats q = z * 0.1161216461f + 0.108532879f;
    q = q * z + 0.14296179f;
    q = q * z + 0.1999985317f;
    q = q * z + 0.3333333366f;
    return (q * z * s + s) * 2.0f;
}

EDGEWRIGHT_INLINE Floats sigmoid(Floats x) { return 1.0f / (exponential(-x) + 1.0f); }

EDGEWRIGHT_INLINE Floats hyperbolicTangent(Floats x) {
    const Floats a = absolute(x);
    const Floats far = 1.0f - 2.0f / (exponential(a + a) + 1.0f);
    const Floats z = x * x;
    // (tanh(x) - x) / x^3
    Floats q = z * -0.006096714166f + 0.020997179f;
    q = q * z - 0.05385090958f;
    q = q * z + 0.1333276974f;
    q = q * z - 0.3333332894f;
    const Floats near = q * z * x + x;
    return a < 0.625f ? near : withSignOf(far, x);
}

EDGEWRIGHT_INLINE Floats errorFunction(Floats x) {
    const Floats a = lesser(splat(4.0f), absolute(x)); // erf(4) rounds to 1
    // -ln(1 - erf(a)) for a in [1, 4]
    Floats q = a * -1.637151415e-6f + 4.605804269e-5f;
    q = q * a - 0.0005968056257f;
    q = q * a + 0.004759596293f;
    q = q * a - 0.02642113601f;
    q = q * a + 0.1100800829f;
    q = q * a + 0.6318260516f;
    q = q * a + 1.130233435f;
    q = q * a - 0.0003201380497f;
    const Floats far = 1.0f - exponential(-q);
    const Floats z = x * x;
    // erf(x) / x
    Floats p = z * 7.875875063e-5f - 0.0008016864287f;
    p = p * z + 0.005189087423f;
    p = p * z - 0.02685421201f;
    p = p * z + 0.1128359472f;
    p = p * z - 0.3761262667f;
    p = p * z + 1.128379166f;
    return a < 1.0f ? p * x : withSignOf(far, x);
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
