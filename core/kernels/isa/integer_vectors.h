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
typedef std::int8_t SignedBytes __attribute__((vector_size(Lanes)));
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

// Keeps a product from being contracted with the sum that follows.
EDGEWRIGHT_INLINE Floats rounded(Floats value) {
#if defined(__AVX512F__)
    __asm__("" : "+v"(value));
#elif defined(__x86_64__)
    __asm__("" : "+x"(value));
#elif defined(__aarch64__)
    __asm__("" : "+w"(value));
#endif
    return value;
}

EDGEWRIGHT_INLINE Floats toFloats(Words sums) {
    return __builtin_convertvector(reinterpret_cast<Ints>(sums), Floats);
}

// Codes of values that are already scaled. Adding 1.5 * 2^23 rounds to a whole number, half to even, and leaves
// it in the low bits.
EDGEWRIGHT_INLINE Bytes codesOf(Floats value, const IntegerTarget& target) {
    const Floats low = splat(target.low), high = splat(target.high);
    value = value > low ? value : low;
    value = value < high ? value : high;
    const Floats shifted = rounded(value) + 12582912.0f;
    const Words whole =
        reinterpret_cast<Words>(shifted) + (static_cast<std::uint32_t>(target.zero) - 0x4b400000u);
    return __builtin_convertvector(whole, Bytes);
}

EDGEWRIGHT_INLINE void storeBytes(std::uint8_t* to, Bytes value, int count) {
    if (count >= Lanes) {
        __builtin_memcpy(to, &value, Lanes);
        return;
    }
#if defined(__AVX512BW__) && defined(__AVX512VL__)
    _mm_mask_storeu_epi8(to, static_cast<__mmask16>((1u << count) - 1), reinterpret_cast<__m128i>(value));
#else
    for (int i = 0; i < count; ++i)
        to[i] = value[i];
#endif
}

EDGEWRIGHT_INLINE void finish(Words sums, Floats scale, const IntegerTarget& target, std::int64_t at,
                              int count) {
    if (target.codes) {
        storeBytes(target.codes + at, codesOf(toFloats(sums) * scale, target), count);
    } else if (count >= Lanes) {
        storeWords(reinterpret_cast<std::uint32_t*>(target.sums + at), sums);
    } else {
        __builtin_memcpy(target.sums + at, &sums, static_cast<std::size_t>(count) * 4);
    }
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
void interleave(const std::uint8_t* from, std::int64_t stride, std::int64_t k, std::int64_t n,
                std::uint8_t flip, std::uint32_t* to, std::int64_t toStride);
void packSegments(const std::uint32_t* source, std::int64_t plane, std::int64_t groups, const Segment* segments,
                  std::int64_t segmentCount, std::int64_t step, const std::uint32_t* fill, std::uint32_t* to);
void encode(const float* from, std::int64_t n, float scale, const IntegerTarget& target);
void decode(const std::uint8_t* from, std::int64_t n, std::uint8_t flip, std::int32_t zero, float scale,
            float* to);
void addCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
              std::int64_t n, bool isSigned, float constant, float left, float right,
              const IntegerTarget& target);
std::int64_t sumCodes(const std::uint8_t* from, std::int64_t n, std::uint8_t flip);

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
