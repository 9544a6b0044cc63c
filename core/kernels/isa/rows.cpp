// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/isa/rows.h"

#include "core/kernels/isa/exchange.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

// Sums run in vectors over at most this many elements and are joined in double, which keeps the error of long
// sums near that of one addition.
constexpr std::int64_t Block = 2048;
constexpr int Chains = 8;

// term(i): elements i to i + Lanes - 1; rest(i, count): the first `count` of them, the others 0.
template <typename Term, typename Rest>
EDGEWRIGHT_INLINE double summed(std::int64_t n, Term term, Rest rest) {
    const std::int64_t whole = n - n % Lanes;
    double total = 0;
    std::int64_t i = 0;
    while (i < whole) {
        const std::int64_t end = whole - i < Block ? whole : i + Block;
        Floats chains[Chains]{};
        for (; i + Chains * Lanes <= end; i += Chains * Lanes)
            for (int chain = 0; chain < Chains; ++chain)
                chains[chain] += term(i + chain * Lanes);
        for (; i < end; i += Lanes)
            chains[0] += term(i);
        for (int chain = 1; chain < Chains; ++chain)
            chains[0] += chains[chain];
        total += static_cast<double>(sumOfLanes(chains[0]));
    }
    if (i < n) total += static_cast<double>(sumOfLanes(rest(i, static_cast<int>(n - i))));
    return total;
}

float sum(const float* in, std::int64_t n) {
    return static_cast<float>(summed(
        n, [=](std::int64_t i) { return load(in + i); },
        [=](std::int64_t i, int count) { return loadSome(in + i, count); }));
}

float sumOfSquares(const float* in, float minus, std::int64_t n) {
    return static_cast<float>(summed(
        n,
        [=](std::int64_t i) {
            const Floats x = load(in + i) - minus;
            return x * x;
        },
        [=](std::int64_t i, int count) {
            const Floats x = loadSome(in + i, count) - minus;
            return lanesBelow(count) ? x * x : Floats{};
        }));
}

float dot(const float* a, const float* b, std::int64_t n) {
    return static_cast<float>(summed(
        n, [=](std::int64_t i) { return load(a + i) * load(b + i); },
        [=](std::int64_t i, int count) { return loadSome(a + i, count) * loadSome(b + i, count); }));
}

float expMinus(const float* in, float minus, float* out, std::int64_t n) {
    return static_cast<float>(summed(
        n,
        [=](std::int64_t i) {
            const Floats e = exponential(load(in + i) - minus);
            store(out + i, e);
            return e;
        },
        [=](std::int64_t i, int count) {
            const Floats e = exponential(loadSome(in + i, count) - minus);
            storeSome(out + i, e, count);
            return lanesBelow(count) ? e : Floats{};
        }));
}

float maximum(const float* in, std::int64_t n) {
    constexpr std::int32_t infinite = 0x7f800000; // magnitudes above it, seen as integers, are NaN
    Floats best[4] = {splat(in[0]), splat(in[0]), splat(in[0]), splat(in[0])};
    Ints magnitude[4]{};
    const auto take = [&](Floats x, int chain) __attribute__((always_inline)) {
        best[chain] = greater(x, best[chain]);
        const Ints m = asInts(absolute(x));
        magnitude[chain] = m > magnitude[chain] ? m : magnitude[chain];
    };
    std::int64_t i = 0;
    for (; i + 4 * Lanes <= n; i += 4 * Lanes)
        for (int chain = 0; chain < 4; ++chain)
            take(load(in + i + chain * Lanes), chain);
    for (; i + Lanes <= n; i += Lanes)
        take(load(in + i), 0);
    if (i < n) {
        const int count = static_cast<int>(n - i);
        take(lanesBelow(count) ? loadSome(in + i, count) : best[0], 0);
    }
    for (int chain = 1; chain < 4; ++chain) {
        best[0] = greater(best[chain], best[0]);
        magnitude[0] = magnitude[chain] > magnitude[0] ? magnitude[chain] : magnitude[0];
    }
    typedef float Four __attribute__((vector_size(16)));
    typedef std::int32_t FourInts __attribute__((vector_size(16)));
    Four highest[Lanes / 4];
    FourInts largest[Lanes / 4];
    __builtin_memcpy(highest, &best[0], sizeof(highest));
    __builtin_memcpy(largest, &magnitude[0], sizeof(largest));
    for (int part = 1; part < Lanes / 4; ++part) {
        highest[0] = highest[part] > highest[0] ? highest[part] : highest[0];
        largest[0] = largest[part] > largest[0] ? largest[part] : largest[0];
    }
    float result = highest[0][0];
    for (int lane = 0; lane < 4; ++lane) {
        if (largest[0][lane] > infinite) return __builtin_nanf("");
        if (highest[0][lane] > result) result = highest[0][lane];
    }
    return result;
}

void scaleShift(const float* in, float scale, float shift, float* out, std::int64_t n) {
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(out + i, load(in + i) * scale + shift);
    if (i < n)
        storeSome(out + i, loadSome(in + i, static_cast<int>(n - i)) * scale + shift, static_cast<int>(n - i));
}

void multiplyAdd(float factor, const float* in, float* out, std::int64_t n) {
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(out + i, load(in + i) * factor + load(out + i));
    if (i == n) return;
    const int rest = static_cast<int>(n - i);
    storeSome(out + i, loadSome(in + i, rest) * factor + loadSome(out + i, rest), rest);
}

void normalise(const float* in, float minus, float factor, const float* scale, const float* shift,
               std::int64_t step, float* out, std::int64_t n) {
    if (n <= 0) return;
    if (step == 0) {
        const float slope = factor * *scale;
        const float offset = shift ? *shift : 0.0f;
        std::int64_t i = 0;
        for (; i + Lanes <= n; i += Lanes)
            store(out + i, (load(in + i) - minus) * slope + offset);
        if (i == n) return;
        const int rest = static_cast<int>(n - i);
        storeSome(out + i, (loadSome(in + i, rest) - minus) * slope + offset, rest);
        return;
    }
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(out + i,
              (load(in + i) - minus) * factor * load(scale + i) + (shift ? load(shift + i) : Floats{}));
    if (i == n) return;
    const int rest = static_cast<int>(n - i);
    storeSome(out + i,
              (loadSome(in + i, rest) - minus) * factor * loadSome(scale + i, rest) +
                  (shift ? loadSome(shift + i, rest) : Floats{}),
              rest);
}

void transpose(const float* in, std::int64_t inStride, float* out, std::int64_t outStride, std::int64_t rows,
               std::int64_t columns) {
    for (std::int64_t i = 0; i < rows; i += Lanes) {
        const int height = static_cast<int>(rows - i < Lanes ? rows - i : Lanes);
        for (std::int64_t j = 0; j < columns; j += Lanes) {
            const int width = static_cast<int>(columns - j < Lanes ? columns - j : Lanes);
            const float* from = in + i * inStride + j;
            float* to = out + j * outStride + i;
            Floats square[Lanes];
            if (height == Lanes && width == Lanes) {
#pragma GCC unroll 16
                for (int k = 0; k < Lanes; ++k)
                    square[k] = load(from + k * inStride);
            } else {
                for (int k = 0; k < Lanes; ++k)
                    square[k] = k < height ? loadSome(from + k * inStride, width) : Floats{};
            }
            exchangeRows<1>(square);
            exchangeRows<2>(square);
            if constexpr (Lanes > 4) exchangeRows<4>(square);
            if constexpr (Lanes > 8) exchangeRows<8>(square);
            if (height == Lanes && width == Lanes) {
#pragma GCC unroll 16
                for (int k = 0; k < Lanes; ++k)
                    store(to + k * outStride, square[k]);
            } else {
                for (int k = 0; k < width; ++k)
                    storeSome(to + k * outStride, square[k], height);
            }
        }
    }
}

void gather(const float* in, const std::int32_t* index, float* out, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = in[index[i]];
}

void blend(const float* in, const std::int32_t* first, const float* firstWeight, const std::int32_t* second,
           const float* secondWeight, float* __restrict out, std::int64_t n) {
    for (std::int64_t i = 0; i < n; ++i)
        out[i] = in[first[i]] * firstWeight[i] + in[second[i]] * secondWeight[i];
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
