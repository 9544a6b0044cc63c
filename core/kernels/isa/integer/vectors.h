// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of codes and of their sums: what packing, products and conversions share.
#pragma once

#include "core/kernels/integer_tiles.h"
#include "core/kernels/isa/vector.h"

// The intrinsics are always inlined: nothing of this header outlives the compilation.
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace edgewright::kernels::EDGEWRIGHT_ISA {

// Sums wrap, so they are computed without a sign.
typedef std::uint32_t Words __attribute__((vector_size(VectorBytes)));
typedef std::uint32_t LooseWords __attribute__((vector_size(VectorBytes), aligned(4), may_alias));
typedef std::uint8_t Bytes __attribute__((vector_size(Lanes)));
typedef std::uint8_t Sixteen __attribute__((vector_size(16)));
typedef std::uint32_t LooseWord __attribute__((aligned(1), may_alias));

EDGEWRIGHT_INLINE Words loadWords(const std::uint32_t* from) {
    return *reinterpret_cast<const LooseWords*>(from);
}
EDGEWRIGHT_INLINE Words loadWords(const std::int32_t* from) {
    return *reinterpret_cast<const LooseWords*>(from);
}
EDGEWRIGHT_INLINE void storeWords(std::uint32_t* to, Words value) {
    *reinterpret_cast<LooseWords*>(to) = value;
}
EDGEWRIGHT_INLINE Words all(std::uint32_t value) { return value - Words{}; }

// a[0], b[0], a[1], b[1], ...: of the first halves, and of the second ones.
EDGEWRIGHT_INLINE Sixteen pairsLow(Sixteen a, Sixteen b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
EDGEWRIGHT_INLINE Sixteen pairsHigh(Sixteen a, Sixteen b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
EDGEWRIGHT_INLINE Sixteen loadSixteen(const std::uint8_t* from) {
    Sixteen value;
    __builtin_memcpy(&value, from, 16);
    return value;
}

EDGEWRIGHT_INLINE Bytes loadBytes(const std::uint8_t* from) {
    Bytes value;
    __builtin_memcpy(&value, from, Lanes);
    return value;
}
// Compilers widen element by element what they are not told to.
EDGEWRIGHT_INLINE Ints widen(Bytes codes) {
#if defined(__AVX512F__)
    return reinterpret_cast<Ints>(_mm512_maskz_cvtepu8_epi32(0xffff, reinterpret_cast<__m128i>(codes)));
#elif defined(__AVX2__)
    return reinterpret_cast<Ints>(_mm256_cvtepu8_epi32(_mm_cvtsi64_si128(reinterpret_cast<long long>(codes))));
#else
    Sixteen all{};
    __builtin_memcpy(&all, &codes, Lanes);
    return reinterpret_cast<Ints>(pairsLow(pairsLow(all, Sixteen{}), Sixteen{}));
#endif
}

#if defined(__AVX512VNNI__)
constexpr int Depth = 4;
EDGEWRIGHT_INLINE Words dot(Words sum, Words u, Words v) {
    return reinterpret_cast<Words>(_mm512_dpbusd_epi32(
        reinterpret_cast<__m512i>(sum), reinterpret_cast<__m512i>(u), reinterpret_cast<__m512i>(v)));
}
#else
constexpr int Depth = 2;
#if defined(__AVX512BW__)
EDGEWRIGHT_INLINE Words dot(Words sum, Words u, Words v) {
    return sum + reinterpret_cast<Words>(
                     _mm512_madd_epi16(reinterpret_cast<__m512i>(u), reinterpret_cast<__m512i>(v)));
}
#elif defined(__AVX2__)
EDGEWRIGHT_INLINE Words dot(Words sum, Words u, Words v) {
    return sum + reinterpret_cast<Words>(
                     _mm256_madd_epi16(reinterpret_cast<__m256i>(u), reinterpret_cast<__m256i>(v)));
}
#elif defined(__SSE2__)
EDGEWRIGHT_INLINE Words dot(Words sum, Words u, Words v) {
    return sum +
           reinterpret_cast<Words>(_mm_madd_epi16(reinterpret_cast<__m128i>(u), reinterpret_cast<__m128i>(v)));
}
#else
EDGEWRIGHT_INLINE Words dot(Words sum, Words u, Words v) {
    const Ints low = (reinterpret_cast<Ints>(v << 16)) >> 16;
    const Ints high = reinterpret_cast<Ints>(v) >> 16;
    return sum + (u & 0xffffu) * reinterpret_cast<Words>(low) + (u >> 16) * reinterpret_cast<Words>(high);
}
#endif
#endif

#if defined(__AVX512F__)
constexpr int Rows = 8;
#else
constexpr int Rows = 4;
#endif
constexpr int Vectors = 2;
constexpr int Columns = Vectors * Lanes;

// Compilers take the value for another one from here on.
template <typename Vector>
EDGEWRIGHT_INLINE void renew(Vector& value) {
#if defined(__AVX512F__)
    __asm__("" : "+v"(value));
#elif defined(__x86_64__)
    __asm__("" : "+x"(value));
#elif defined(__aarch64__)
    __asm__("" : "+w"(value));
#endif
}
// Keeps a product from being contracted with the sum that follows.
EDGEWRIGHT_INLINE Floats rounded(Floats value) {
    renew(value);
    return value;
}

EDGEWRIGHT_INLINE Floats toFloats(Words sums) {
    return __builtin_convertvector(reinterpret_cast<Ints>(sums), Floats);
}

// As many codes as four vectors of sums become.
typedef std::uint8_t Codes __attribute__((vector_size(VectorBytes)));
constexpr int InCodes = VectorBytes;
typedef std::uint32_t HalfWords __attribute__((vector_size(VectorBytes / 2)));

// The low bytes of the lanes of a, b, c and d, in this order.
EDGEWRIGHT_INLINE Codes lowBytes(Words a, Words b, Words c, Words d) {
#if defined(__AVX512BW__)
    const auto low = [](Words words) __attribute__((always_inline)) {
        return reinterpret_cast<__m512i>(words & 0xffu);
    };
    const __m512i both =
        _mm512_packus_epi16(_mm512_packs_epi32(low(a), low(b)), _mm512_packs_epi32(low(c), low(d)));
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    return reinterpret_cast<Codes>(_mm512_maskz_permutexvar_epi32(0xffff, order, both));
#elif defined(__AVX2__)
    const auto low = [](Words words) __attribute__((always_inline)) {
        return reinterpret_cast<__m256i>(words & 0xffu);
    };
    const __m256i both =
        _mm256_packus_epi16(_mm256_packs_epi32(low(a), low(b)), _mm256_packs_epi32(low(c), low(d)));
    return reinterpret_cast<Codes>(
        _mm256_permutevar8x32_epi32(both, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7)));
#elif defined(__SSE2__)
    const auto low = [](Words words) __attribute__((always_inline)) {
        return reinterpret_cast<__m128i>(words & 0xffu);
    };
    return reinterpret_cast<Codes>(
        _mm_packus_epi16(_mm_packs_epi32(low(a), low(b)), _mm_packs_epi32(low(c), low(d))));
#else
    typedef std::uint16_t Halves __attribute__((vector_size(16)));
    const auto low = [](Words x, Words y) __attribute__((always_inline)) {
        return __builtin_shufflevector(reinterpret_cast<Halves>(x), reinterpret_cast<Halves>(y), 0, 2, 4, 6, 8,
                                       10, 12, 14);
    };
    return __builtin_shufflevector(reinterpret_cast<Codes>(low(a, b)), reinterpret_cast<Codes>(low(c, d)), 0, 2,
                                   4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
#endif
}

// Requantizes as IntegerTarget says. Adding 1.5 * 2^23 rounds to a whole number, half to even, and leaves it in
// the low bits; the zero point is added behind that, as it would turn ties.
struct Coder {
    Floats low, high;
    Codes zero;
};
EDGEWRIGHT_INLINE Coder coderOf(const IntegerTarget& target) {
    return {splat(target.low), splat(target.high), static_cast<std::uint8_t>(target.zero) - Codes{}};
}
EDGEWRIGHT_INLINE Words wholeOf(Floats value, const Coder& coder) {
    value = value > coder.low ? value : coder.low;
    value = value < coder.high ? value : coder.high;
    return reinterpret_cast<Words>(rounded(value) + 12582912.0f);
}
EDGEWRIGHT_INLINE Codes codesOfWhole(Words a, Words b, Words c, Words d, const Coder& coder) {
    return lowBytes(a, b, c, d) + coder.zero;
}
// Codes of values that are already scaled.
EDGEWRIGHT_INLINE Codes codesOf(Floats a, Floats b, Floats c, Floats d, const Coder& coder) {
    return codesOfWhole(wholeOf(a, coder), wholeOf(b, coder), wholeOf(c, coder), wholeOf(d, coder), coder);
}

// memcpy of at most Most bytes, without a call.
template <int Most>
EDGEWRIGHT_INLINE void copyBytes(std::uint8_t* to, const std::uint8_t* from, int count) {
    const auto pieces = [&]<int Piece>() __attribute__((always_inline)) {
        for (; count >= Piece; count -= Piece, to += Piece, from += Piece)
            __builtin_memcpy(to, from, Piece);
    };
    if constexpr (Most >= 16) pieces.template operator()<16>();
    if constexpr (Most >= 8) pieces.template operator()<8>();
    if constexpr (Most >= 4) pieces.template operator()<4>();
    for (int i = 0; i < count && i < 3; ++i)
        to[i] = from[i];
}
// The first `count` codes, at least 1; no byte behind them is touched.
EDGEWRIGHT_INLINE void storeCodes(std::uint8_t* to, Codes codes, std::int64_t count) {
    if (count >= InCodes) {
        __builtin_memcpy(to, &codes, InCodes);
        return;
    }
#if defined(__AVX512BW__)
    _mm512_mask_storeu_epi8(to, (__mmask64(1) << count) - 1, reinterpret_cast<__m512i>(codes));
#else
    std::uint8_t all[InCodes];
    __builtin_memcpy(all, &codes, InCodes);
    copyBytes<InCodes>(to, all, static_cast<int>(count));
#endif
}
// The same of one half of them.
EDGEWRIGHT_INLINE void storeHalf(std::uint8_t* to, HalfWords codes, std::int64_t count) {
    if (count >= InCodes / 2) {
        __builtin_memcpy(to, &codes, InCodes / 2);
        return;
    }
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    _mm256_mask_storeu_epi8(to, static_cast<__mmask32>((1u << count) - 1), reinterpret_cast<__m256i>(codes));
#else
    std::uint8_t all[InCodes / 2];
    __builtin_memcpy(all, &codes, InCodes / 2);
    copyBytes<InCodes / 2>(to, all, static_cast<int>(count));
#endif
}
// The first half of them (0), or the second one (1).
template <int Which>
EDGEWRIGHT_INLINE HalfWords half(Codes codes) {
    const Words words = reinterpret_cast<Words>(codes);
    constexpr int From = Which * VectorBytes / 8;
#if defined(__AVX512F__)
    return __builtin_shufflevector(words, words, From, From + 1, From + 2, From + 3, From + 4, From + 5,
                                   From + 6, From + 7);
#elif defined(__AVX2__)
    return __builtin_shufflevector(words, words, From, From + 1, From + 2, From + 3);
#else
    return __builtin_shufflevector(words, words, From, From + 1);
#endif
}

// Sums as they are: the first `count` of a vector, at least 1.
EDGEWRIGHT_INLINE void storeSums(std::int32_t* to, Words sums, std::int64_t count) {
    if (count >= Lanes)
        storeWords(reinterpret_cast<std::uint32_t*>(to), sums);
    else
        __builtin_memcpy(to, &sums, static_cast<std::size_t>(count) * 4);
}

// body(Number<0>()), ..., body(Number<N - 1>()): a loop whose numbers are constants, so that arrays that they
// index stay in registers.
template <int I>
struct Number {
    static constexpr int value = I;
};
template <int N, typename Body>
EDGEWRIGHT_INLINE void repeat(const Body& body) {
    if constexpr (N > 1) repeat<N - 1>(body);
    body(Number<N - 1>());
}

EDGEWRIGHT_INLINE int fewer(std::int64_t count) { return static_cast<int>(count < Lanes ? count : Lanes); }

EDGEWRIGHT_INLINE Words everySecond(Words a, Words b) {
#if defined(__AVX512F__)
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
#elif defined(__AVX2__)
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
#else
    return __builtin_shufflevector(a, b, 0, 2, 4, 6);
#endif
}

// The parts of the table that do not multiply, in files of their own.
void packRows(const std::uint8_t* from, std::int64_t stride, std::int64_t m, std::int64_t k, std::uint8_t flip,
              std::uint32_t* to, std::int32_t* sums);
std::int32_t packLine(const std::uint8_t* from, std::int64_t k, std::uint8_t flip, std::uint32_t* to);
void interleave(const std::uint8_t* from, std::int64_t stride, std::int64_t k, std::int64_t n,
                std::uint8_t flip, std::uint32_t* to, std::int64_t toStride);
void packSegments(const std::uint32_t* source, std::int64_t plane, std::int64_t groups, const Segment* segments,
                  std::int64_t segmentCount, std::int64_t step, const std::uint32_t* fill, std::uint32_t* to);
void copyLines(const std::uint8_t* from, std::int64_t fromStep, std::int64_t lines, std::int64_t n,
               std::uint8_t flip, std::uint8_t* to, std::int64_t toStep);
void transposeCodes(const std::uint8_t* from, std::int64_t fromStride, std::uint8_t* to, std::int64_t toStride,
                    std::int64_t rows, std::int64_t columns);
void encode(const float* from, std::int64_t n, float scale, const IntegerTarget& target);
void decode(const std::uint8_t* from, std::int64_t n, std::uint8_t flip, std::int32_t zero, float scale,
            float* to);
void addCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
              std::int64_t n, std::uint8_t flip, float constant, float left, float right,
              const IntegerTarget& target);
void multiplyCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
                   std::int64_t n, std::uint8_t flip, std::int32_t aZero, std::int32_t bZero, float scale,
                   float constant, const IntegerTarget& target);
void lookUp(const std::uint8_t* from, std::int64_t n, const std::uint8_t* table, std::uint8_t* to);
void softmaxCodes(const std::uint8_t* from, std::int64_t lines, std::int64_t count, std::uint8_t flip,
                  float scale, float yScale, const IntegerTarget& target, float* numbers);
std::int64_t sumCodes(const std::uint8_t* from, std::int64_t n, std::uint8_t flip);
void convolvePlane(const IntegerPlane& plane);
bool permutesCodes();
void convolveSmallPlanes(const SmallPlanes& planes);

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
