// SPDX-License-Identifier: GPL-3.0-or-later
// Codes to numbers and back, and arithmetic on them.
#include "core/kernels/isa/functions.h"
#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

void encode(const float* from, std::int64_t n, float scale, const IntegerTarget& target) {
    const Coder coder = coderOf(target); // codes may lie anywhere, also where `target` does
    std::uint8_t* to = target.codes;
    const auto some = [&](const float* values, std::int64_t at, std::int64_t count)
        __attribute__((always_inline)) {
        storeCodes(to + at,
                   codesOf(load(values) / scale, load(values + Lanes) / scale, load(values + 2 * Lanes) / scale,
                           load(values + 3 * Lanes) / scale, coder),
                   count);
    };
    std::int64_t i = 0;
    for (; i + InCodes <= n; i += InCodes)
        some(from + i, i, InCodes);
    if (i == n) return;
    float rest[InCodes] = {};
    __builtin_memcpy(rest, from + i, static_cast<std::size_t>(n - i) * sizeof(float));
    some(rest, i, n - i);
}

void decode(const std::uint8_t* from, std::int64_t n, std::uint8_t flip, std::int32_t zero, float scale,
            float* to) {
    const Bytes flips = flip - Bytes{};
    const auto convert = [&](Bytes codes) __attribute__((always_inline)) {
        return __builtin_convertvector(widen(codes ^ flips) - zero, Floats) * scale;
    };
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(to + i, convert(loadBytes(from + i)));
    if (i < n) {
        std::uint8_t rest[Lanes] = {};
        copyBytes<Lanes>(rest, from + i, static_cast<int>(n - i));
        storeSome(to + i, convert(loadBytes(rest)), static_cast<int>(n - i));
    }
}

// target.codes[i]: what `combine` makes of the codes a[i] and b[i], which are unsigned once flipped. A step of
// 0 repeats the first code.
template <typename Combine>
EDGEWRIGHT_INLINE void combineCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b,
                                    std::int64_t bStep, std::int64_t n, std::uint8_t flip,
                                    const IntegerTarget& target, const Combine& combine) {
    const Coder coder = coderOf(target); // codes may lie anywhere, also where `target` does
    std::uint8_t* to = target.codes;
    const Bytes flips = flip - Bytes{};
    std::uint8_t sameA[InCodes], sameB[InCodes];
    if (n > 0 && aStep == 0) __builtin_memset(sameA, *a, InCodes);
    if (n > 0 && bStep == 0) __builtin_memset(sameB, *b, InCodes);
    const auto some = [&](const std::uint8_t* x, const std::uint8_t* y, std::int64_t at, std::int64_t count)
        __attribute__((always_inline)) {
        const auto value = [&](int v) __attribute__((always_inline)) {
            return combine(widen(loadBytes(x + v * Lanes) ^ flips), widen(loadBytes(y + v * Lanes) ^ flips));
        };
        storeCodes(to + at, codesOf(value(0), value(1), value(2), value(3), coder), count);
    };
    std::int64_t i = 0;
    for (; i + InCodes <= n; i += InCodes)
        some(aStep != 0 ? a + i : sameA, bStep != 0 ? b + i : sameB, i, InCodes);
    if (i >= n) return;
    if (aStep != 0) copyBytes<InCodes>(sameA, a + i, static_cast<int>(n - i));
    if (bStep != 0) copyBytes<InCodes>(sameB, b + i, static_cast<int>(n - i));
    some(sameA, sameB, i, n - i);
}

EDGEWRIGHT_INLINE Floats floatsOf(Ints numbers) { return __builtin_convertvector(numbers, Floats); }

void addCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
              std::int64_t n, std::uint8_t flip, float constant, float left, float right,
              const IntegerTarget& target) {
    const std::int32_t moved = flip; // signed codes were
    combineCodes(
        a, aStep, b, bStep, n, flip, target, [&](Ints x, Ints y) __attribute__((always_inline)) {
            const Floats first = rounded(floatsOf(x - moved) * left) + constant;
            return first + rounded(floatsOf(y - moved) * right);
        });
}

void multiplyCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
                   std::int64_t n, std::uint8_t flip, std::int32_t aZero, std::int32_t bZero, float scale,
                   float constant, const IntegerTarget& target) {
    combineCodes(
        a, aStep, b, bStep, n, flip, target, [&](Ints x, Ints y) __attribute__((always_inline)) {
            return rounded(floatsOf((x - aZero) * (y - bZero)) * scale) + constant;
        });
}

#if defined(__AVX512VNNI__)
// Nearly every processor with VNNI has VBMI, whose permutations look up in 128 entries at once. Looks up whole
// vectors, and returns how many codes these were.
__attribute__((target("avx512vbmi"))) static std::int64_t
lookUpByPermutations(const std::uint8_t* from, std::int64_t n, const std::uint8_t* table, std::uint8_t* to) {
    __m512i parts[4];
    for (int t = 0; t < 4; ++t)
        parts[t] = _mm512_loadu_si512(table + 64 * t);
    std::int64_t i = 0;
    for (; i + 64 <= n; i += 64) {
        const __m512i codes = _mm512_loadu_si512(from + i);
        const __m512i low = _mm512_permutex2var_epi8(parts[0], codes, parts[1]);
        const __m512i high = _mm512_permutex2var_epi8(parts[2], codes, parts[3]);
        _mm512_storeu_si512(to + i, _mm512_mask_blend_epi8(_mm512_movepi8_mask(codes), low, high));
    }
    return i;
}
#endif

// A table of 256 entries is 16 of 16, which shuffles look up in at once; the upper half of a code says in
// which.
void lookUp(const std::uint8_t* from, std::int64_t n, const std::uint8_t* table, std::uint8_t* to) {
    std::int64_t i = 0;
#if defined(__AVX512VNNI__)
    if (__builtin_cpu_supports("avx512vbmi")) i = lookUpByPermutations(from, n, table, to);
#endif
#if defined(__AVX512BW__)
    __m512i parts[16];
    for (int t = 0; t < 16; ++t)
        parts[t] = _mm512_maskz_broadcast_i32x4(
            0xffff, _mm_loadu_si128(reinterpret_cast<const __m128i*>(table + 16 * t)));
    const __m512i low = _mm512_set1_epi8(0x0f);
    for (; i + 64 <= n; i += 64) {
        const __m512i codes = _mm512_loadu_si512(from + i);
        const __m512i index = _mm512_and_si512(codes, low);
        const __m512i part = _mm512_and_si512(_mm512_srli_epi16(codes, 4), low);
        __m512i found = _mm512_setzero_si512();
        for (int t = 0; t < 16; ++t)
            found = _mm512_mask_shuffle_epi8(
                found, _mm512_cmpeq_epi8_mask(part, _mm512_set1_epi8(static_cast<char>(t))), parts[t], index);
        _mm512_storeu_si512(to + i, found);
    }
#elif defined(__AVX2__)
    for (; i + 32 <= n; i += 32) {
        const __m256i codes = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + i));
        __m256i found = _mm256_setzero_si256();
        for (int t = 0; t < 16; ++t) {
            const __m256i part =
                _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(table + 16 * t)));
            // Codes of another part get their top bit set, for which the shuffle gives 0.
            const __m256i index = _mm256_adds_epu8(
                _mm256_xor_si256(codes, _mm256_set1_epi8(static_cast<char>(16 * t))), _mm256_set1_epi8(0x70));
            found = _mm256_or_si256(found, _mm256_shuffle_epi8(part, index));
        }
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + i), found);
    }
#endif
    for (; i < n; ++i)
        to[i] = table[from[i]];
}

EDGEWRIGHT_INLINE std::int32_t largestOfLanes(Ints x) {
    typedef std::int32_t Four __attribute__((vector_size(16)));
    Four parts[Lanes / 4];
    __builtin_memcpy(parts, &x, sizeof(x));
    for (int i = 1; i < Lanes / 4; ++i)
        parts[0] = parts[i] > parts[0] ? parts[i] : parts[0];
    const std::int32_t a = parts[0][0] > parts[0][1] ? parts[0][0] : parts[0][1];
    const std::int32_t b = parts[0][2] > parts[0][3] ? parts[0][2] : parts[0][3];
    return a > b ? a : b;
}

constexpr std::int64_t ShortLine = 16; // codes

// Lines of few codes, as many side by side as there are in a vector.
static void softmaxShortLines(const std::uint8_t* from, std::int64_t lines, std::int64_t count,
                              std::uint8_t flip, float scale, float yScale, const IntegerTarget& target) {
    const Coder coder = coderOf(target);
    const Bytes flips = flip - Bytes{};
    std::uint8_t* to = target.codes;
    std::uint8_t columns[ShortLine * InCodes] = {};
    float powers[ShortLine * InCodes];
    for (std::int64_t line = 0; line < lines; line += InCodes, from += InCodes * count, to += InCodes * count) {
        const std::int64_t together = lines - line < InCodes ? lines - line : InCodes;
        transposeCodes(from, count, columns, InCodes, together, count);
        Floats factors[4];
        for (int v = 0; v < 4; ++v) {
            const auto codesAt = [&](std::int64_t i) __attribute__((always_inline)) {
                return widen(loadBytes(columns + i * InCodes + v * Lanes) ^ flips);
            };
            Ints largest = codesAt(0);
            for (std::int64_t i = 1; i < count; ++i) {
                const Ints codes = codesAt(i);
                largest = codes > largest ? codes : largest;
            }
            Floats sum{};
            for (std::int64_t i = 0; i < count; ++i) {
                const Floats power = exponential(floatsOf(codesAt(i) - largest) * scale);
                store(powers + i * InCodes + v * Lanes, power);
                sum += power;
            }
            factors[v] = 1.0f / (yScale * sum);
        }
        for (std::int64_t i = 0; i < count; ++i) {
            const auto value = [&](int v) __attribute__((always_inline)) {
                return load(powers + i * InCodes + v * Lanes) * factors[v];
            };
            const Codes codes = codesOf(value(0), value(1), value(2), value(3), coder);
            storeCodes(columns + i * InCodes, codes, InCodes);
        }
        transposeCodes(columns, InCodes, to, count, count, together);
    }
}

void softmaxCodes(const std::uint8_t* from, std::int64_t lines, std::int64_t count, std::uint8_t flip,
                  float scale, float yScale, const IntegerTarget& target, float* numbers) {
    if (count <= ShortLine) return softmaxShortLines(from, lines, count, flip, scale, yScale, target);
    const Coder coder = coderOf(target);
    const Bytes flips = flip - Bytes{};
    const std::int64_t whole = count / Lanes * Lanes;
    const int rest = static_cast<int>(count - whole);
    const Ints isRest = lanesBelow(rest);
    std::uint8_t* to = target.codes;
    for (std::int64_t line = 0; line < lines; ++line, from += count, to += count) {
        std::uint8_t tail[Lanes]; // behind the line the lowest code
        __builtin_memset(tail, flip, Lanes);
        copyBytes<Lanes>(tail, from + whole, rest);
        const Ints last = widen(loadBytes(tail) ^ flips);
        Ints most = last;
        for (std::int64_t i = 0; i < whole; i += Lanes) {
            const Ints codes = widen(loadBytes(from + i) ^ flips);
            most = codes > most ? codes : most;
        }
        const std::int32_t largest = largestOfLanes(most);
        const auto power = [&](Ints codes) __attribute__((always_inline)) {
            return exponential(__builtin_convertvector(codes - largest, Floats) * scale);
        };
        Floats sums{};
        for (std::int64_t i = 0; i < whole; i += Lanes) {
            const Floats e = power(widen(loadBytes(from + i) ^ flips));
            store(numbers + i, e);
            sums += e;
        }
        if (rest > 0) {
            const Floats e = isRest ? power(last) : Floats{};
            store(numbers + whole, e);
            sums += e;
        }
        const float factor = 1 / (yScale * sumOfLanes(sums));
        for (std::int64_t i = 0; i < count; i += InCodes)
            storeCodes(to + i,
                       codesOf(load(numbers + i) * factor, load(numbers + i + Lanes) * factor,
                               load(numbers + i + 2 * Lanes) * factor, load(numbers + i + 3 * Lanes) * factor,
                               coder),
                       count - i);
    }
}

std::int64_t sumCodes(const std::uint8_t* from, std::int64_t n, std::uint8_t flip) {
    std::int64_t sum = 0;
    std::int64_t begin = 0;
#if defined(__AVX512BW__)
    const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip));
    __m512i sums = _mm512_setzero_si512();
    for (; begin < n; begin += InCodes) {
        const __mmask64 some = n - begin < InCodes ? (__mmask64(1) << (n - begin)) - 1 : ~__mmask64(0);
        const __m512i codes = _mm512_maskz_loadu_epi8(some, from + begin);
        sums = _mm512_add_epi64(
            sums, _mm512_sad_epu8(_mm512_maskz_mov_epi8(some, codes ^ flips), _mm512_setzero_si512()));
    }
    typedef std::int64_t Sums __attribute__((vector_size(64)));
    for (int i = 0; i < 8; ++i)
        sum += reinterpret_cast<Sums>(sums)[i];
#endif
    constexpr std::int64_t Run = 1 << 20; // its sum stays below 2^32
    for (; begin < n; begin += Run) {
        const std::int64_t end = begin + Run < n ? begin + Run : n;
        std::uint32_t part = 0;
        for (std::int64_t i = begin; i < end; ++i)
            part += static_cast<std::uint8_t>(from[i] ^ flip);
        sum += part;
    }
    return sum;
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
