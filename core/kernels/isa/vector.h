// SPDX-License-Identifier: GPL-3.0-or-later
// The widest float vector of the instruction set that this file is compiled for, by GCC's vector extension.
//
// Files of this folder are compiled once per instruction set, into namespaces of their own. They include
// nothing that could define an inline function outside of that namespace (no C++ library beyond <cstddef> and
// <cstdint>): the linker would keep one copy of such a function, perhaps one with instructions that the
// processor lacks.
#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__AVX2__)
#include <immintrin.h> // its functions are always inlined
#endif

namespace edgewright::kernels::EDGEWRIGHT_ISA {

#if defined(__AVX512F__)
inline constexpr int VectorBytes = 64;
#elif defined(__AVX2__)
inline constexpr int VectorBytes = 32;
#else
inline constexpr int VectorBytes = 16;
#endif
inline constexpr int Lanes = VectorBytes / 4;

typedef float Floats __attribute__((vector_size(VectorBytes)));
typedef std::int32_t Ints __attribute__((vector_size(VectorBytes)));
typedef float LooseFloats __attribute__((vector_size(VectorBytes), aligned(4), may_alias));
typedef std::int32_t LooseInts __attribute__((vector_size(VectorBytes), aligned(4), may_alias));

#define EDGEWRIGHT_INLINE static inline __attribute__((always_inline))
#ifdef EDGEWRIGHT_SANITIZED
#define EDGEWRIGHT_TILE static __attribute__((noinline))
#else
#define EDGEWRIGHT_TILE EDGEWRIGHT_INLINE
#endif

EDGEWRIGHT_INLINE Floats load(const float* from) { return *reinterpret_cast<const LooseFloats*>(from); }
EDGEWRIGHT_INLINE void store(float* to, Floats value) { *reinterpret_cast<LooseFloats*>(to) = value; }
// A vector of equal lanes. Multiplying by a scalar (`v * s`) needs no splat and is faster.
EDGEWRIGHT_INLINE Floats splat(float value) { return value - Floats{}; }
// a * b + c, rounded once where the instruction set can. Written out where results are compared between
// compilers, which contract a product and a sum only where they find them close together.
EDGEWRIGHT_INLINE Floats fused(Floats a, Floats b, Floats c) {
#if defined(__AVX512F__)
    return _mm512_fmadd_ps(a, b, c);
#elif defined(__AVX2__)
    return _mm256_fmadd_ps(a, b, c);
#else
    return a * b + c;
#endif
}
// Lanes of NaN take `b`, as the hardware's instructions do.
EDGEWRIGHT_INLINE Floats lesser(Floats a, Floats b) { return a < b ? a : b; }
EDGEWRIGHT_INLINE Floats greater(Floats a, Floats b) { return a > b ? a : b; }

// At most Lanes elements: the others are read as zero, and not written. No byte outside is touched.
#if defined(__AVX512F__)
EDGEWRIGHT_INLINE std::uint16_t firstLanes(int count) { return static_cast<std::uint16_t>((1u << count) - 1u); }
EDGEWRIGHT_INLINE Floats loadSome(const float* from, int count) {
    return _mm512_maskz_loadu_ps(firstLanes(count), from);
}
EDGEWRIGHT_INLINE void storeSome(float* to, Floats value, int count) {
    _mm512_mask_storeu_ps(to, firstLanes(count), value);
}
#elif defined(__AVX2__)
EDGEWRIGHT_INLINE __m256i firstLanes(int count) {
    const Ints index{0, 1, 2, 3, 4, 5, 6, 7};
    return reinterpret_cast<__m256i>(index < count);
}
EDGEWRIGHT_INLINE Floats loadSome(const float* from, int count) {
    return _mm256_maskload_ps(from, firstLanes(count));
}
EDGEWRIGHT_INLINE void storeSome(float* to, Floats value, int count) {
    _mm256_maskstore_ps(to, firstLanes(count), value);
}
#else
EDGEWRIGHT_INLINE Floats loadSome(const float* from, int count) {
    Floats value{};
    __builtin_memcpy(&value, from, static_cast<std::size_t>(count) * sizeof(float));
    return value;
}
EDGEWRIGHT_INLINE void storeSome(float* to, Floats value, int count) {
    __builtin_memcpy(to, &value, static_cast<std::size_t>(count) * sizeof(float));
}
#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
