// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa/rows.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

// In the order of Unary. Functions of one vector; where a factor of 0 meets an infinite x the limit is 0.

struct AbsOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return absolute(x); }
};
struct NegOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return -x; }
};
struct ReluOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return greater(Floats{}, x); }
};
struct LeakyReluOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float alpha, float) { return x < 0.0f ? x * alpha : x; }
};
struct ClipOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float alpha, float beta) {
        return lesser(splat(beta), greater(splat(alpha), x));
    }
};
struct SigmoidOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return sigmoid(x); }
};
struct HardSigmoidOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float alpha, float beta) {
        return lesser(splat(1.0f), greater(Floats{}, x * alpha + beta));
    }
};
struct HardSwishOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) {
        x = greater(splat(-3.0f), x);
        return x * (lesser(splat(6.0f), x + 3.0f) * (1.0f / 6.0f)); // x + 3 is exact next to -3
    }
};
struct SiluOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float alpha, float) {
        const Floats s = sigmoid(x * alpha);
        return s == 0.0f ? Floats{} : x * s;
    }
};
struct TanhOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return hyperbolicTangent(x); }
};
struct EluOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float alpha, float) {
        return x > 0.0f ? x : exponentialMinusOne(x) * alpha;
    }
};
struct ExpOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return exponential(x); }
};
struct LogOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return logarithm(x); }
};
struct ReciprocalOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return 1.0f / x; }
};
struct SquareOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return x * x; }
};
struct CubeOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return x * x * x; }
};
struct ErfOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) { return errorFunction(x); }
};
struct GeluErfOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) {
        x = greater(splat(-1e30f), x);
        return x * 0.5f * (errorFunction(x * 0.707106781f) + 1.0f);
    }
};
struct GeluTanhOf {
    // 1 + tanh u = 2 sigmoid(2 u)
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) {
        const Floats twice = (x * x * 0.0713548162f + 1.59576912f) * x;
        const Floats s = sigmoid(twice);
        return s == 0.0f ? Floats{} : x * s;
    }
};
struct SoftplusOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) {
        return greater(Floats{}, x) + logarithmOfOnePlus(exponential(-absolute(x)));
    }
};
struct MishOf {
    // tanh(ln(1 + e)) = (e^2 + 2 e) / (e^2 + 2 e + 2), which is 1 from x = 20 on
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) {
        x = greater(splat(-200.0f), x);
        const Floats e = exponential(lesser(splat(20.0f), x));
        const Floats n = e * (e + 2.0f);
        return x * (n / (n + 2.0f));
    }
};

// Everything from 2^23 on is whole; so are, as far as this goes, infinities and NaN.
EDGEWRIGHT_INLINE Floats truncated(Floats x) {
    return __builtin_convertvector(__builtin_convertvector(x, Ints), Floats);
}
struct FloorOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) {
        const Floats whole = truncated(x);
        return absolute(x) < 8388608.0f ? withSignOf(whole > x ? whole - 1.0f : whole, x) : x;
    }
};
struct CeilOf {
    EDGEWRIGHT_INLINE Floats of(Floats x, float, float) {
        const Floats whole = truncated(x);
        return absolute(x) < 8388608.0f ? withSignOf(whole < x ? whole + 1.0f : whole, x) : x;
    }
};

template <typename F>
void unary(const float* in, float* out, std::int64_t n, float alpha, float beta) {
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(out + i, F::of(load(in + i), alpha, beta));
    if (i == n) return;
    const int rest = static_cast<int>(n - i);
    storeSome(out + i, F::of(loadSome(in + i, rest), alpha, beta), rest);
}

// The compiler knows this one by itself.
void squareRoot(const float* in, float* out, std::int64_t n, float, float) {
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = __builtin_sqrtf(in[i]);
}

struct Plus {
    EDGEWRIGHT_INLINE Floats of(Floats a, Floats b) { return a + b; }
};
struct Minus {
    EDGEWRIGHT_INLINE Floats of(Floats a, Floats b) { return a - b; }
};
struct Times {
    EDGEWRIGHT_INLINE Floats of(Floats a, Floats b) { return a * b; }
};
struct Over {
    EDGEWRIGHT_INLINE Floats of(Floats a, Floats b) { return a / b; }
};
// A NaN on either side stays.
struct Least {
    EDGEWRIGHT_INLINE Floats of(Floats a, Floats b) { return a != a ? a : lesser(a, b); }
};
struct Greatest {
    EDGEWRIGHT_INLINE Floats of(Floats a, Floats b) { return a != a ? a : greater(a, b); }
};
struct Sloped {
    EDGEWRIGHT_INLINE Floats of(Floats a, Floats b) { return a < 0.0f ? a * b : a; }
};

template <typename F, bool AMoves, bool BMoves>
void binarySteps(const float* a, const float* b, float* out, std::int64_t n) {
    const Floats fixedA = splat(*a);
    const Floats fixedB = splat(*b);
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(out + i, F::of(AMoves ? load(a + i) : fixedA, BMoves ? load(b + i) : fixedB));
    if (i == n) return;
    const int rest = static_cast<int>(n - i);
    storeSome(out + i, F::of(AMoves ? loadSome(a + i, rest) : fixedA, BMoves ? loadSome(b + i, rest) : fixedB),
              rest);
}

template <typename F>
void binary(const float* a, std::int64_t aStep, const float* b, std::int64_t bStep, float* out,
            std::int64_t n) {
    if (n <= 0) return;
    if (aStep != 0)
        bStep != 0 ? binarySteps<F, true, true>(a, b, out, n) : binarySteps<F, true, false>(a, b, out, n);
    else
        bStep != 0 ? binarySteps<F, false, true>(a, b, out, n) : binarySteps<F, false, false>(a, b, out, n);
}

} // namespace

extern const ElementwiseKernels elementwiseKernels{
    {unary<AbsOf>,      unary<NegOf>,         unary<ReluOf>,      unary<LeakyReluOf>, unary<ClipOf>,
     unary<SigmoidOf>,  unary<HardSigmoidOf>, unary<HardSwishOf>, unary<SiluOf>,      unary<TanhOf>,
     unary<EluOf>,      unary<ExpOf>,         unary<LogOf>,       squareRoot,         unary<ReciprocalOf>,
     unary<SquareOf>,   unary<CubeOf>,        unary<ErfOf>,       unary<GeluErfOf>,   unary<GeluTanhOf>,
     unary<SoftplusOf>, unary<MishOf>,        unary<FloorOf>,     unary<CeilOf>},
    {binary<Plus>, binary<Minus>, binary<Times>, binary<Over>, binary<Least>, binary<Greatest>, binary<Sloped>},
    sum,
    sumOfSquares,
    maximum,
    dot,
    expMinus,
    scaleShift,
    multiplyAdd,
    normalise,
    transpose,
    gather,
    blend,
};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
