// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of 4 lanes and more, up to those of the instruction set: for rows that a whole vector would be too
// wide for. What they compute is the same to the bit.
#pragma once

#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

template <int L>
struct VectorOf;

template <int... I>
struct Indices {};

#define EDGEWRIGHT_VECTOR_OF(L, ...)                                                                           \
    template <>                                                                                                \
    struct VectorOf<L> {                                                                                       \
        typedef float Values __attribute__((vector_size(4 * (L))));                                            \
        typedef float Loose __attribute__((vector_size(4 * (L)), aligned(4), may_alias));                      \
        using All = Indices<__VA_ARGS__>;                                                                      \
    }
EDGEWRIGHT_VECTOR_OF(4, 0, 1, 2, 3);
#if defined(__AVX2__)
EDGEWRIGHT_VECTOR_OF(8, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
#if defined(__AVX512F__)
EDGEWRIGHT_VECTOR_OF(16, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
#undef EDGEWRIGHT_VECTOR_OF

template <int L>
using Narrow = typename VectorOf<L>::Values;

template <int L>
EDGEWRIGHT_INLINE Narrow<L> loadNarrow(const float* from) {
    return *reinterpret_cast<const typename VectorOf<L>::Loose*>(from);
}
template <int L>
EDGEWRIGHT_INLINE void storeNarrow(float* to, Narrow<L> value) {
    *reinterpret_cast<typename VectorOf<L>::Loose*>(to) = value;
}
// The first `count` lanes, at most L.
template <int L>
EDGEWRIGHT_INLINE void storeSomeNarrow(float* to, Narrow<L> value, int count) {
    if constexpr (L == Lanes)
        storeSome(to, value, count);
    else
        __builtin_memcpy(to, &value, static_cast<std::size_t>(count) * sizeof(float));
}
template <int L>
EDGEWRIGHT_INLINE Narrow<L> splatNarrow(float value) {
    return value - Narrow<L>{};
}

// a * b + c, rounded once where the instruction set can.
template <int L>
EDGEWRIGHT_INLINE Narrow<L> fusedNarrow(Narrow<L> a, Narrow<L> b, Narrow<L> c) {
#if defined(__AVX2__)
    if constexpr (L == 4) return _mm_fmadd_ps(a, b, c);
    if constexpr (L == 8) return _mm256_fmadd_ps(a, b, c);
#endif
    if constexpr (L == Lanes) return fused(a, b, c);
}

// Lanes 0, 2, 4, ... of a and b in a row, and the others.
template <int L, int... I>
EDGEWRIGHT_INLINE Narrow<L> evensOf(Narrow<L> a, Narrow<L> b, Indices<I...>) {
    return __builtin_shufflevector(a, b, (2 * I)...);
}
template <int L, int... I>
EDGEWRIGHT_INLINE Narrow<L> oddsOf(Narrow<L> a, Narrow<L> b, Indices<I...>) {
    return __builtin_shufflevector(a, b, (2 * I + 1)...);
}
// a[0], b[0], a[1], b[1], ...: the first half of the lanes, and the second.
template <int L, int... I>
EDGEWRIGHT_INLINE Narrow<L> zipFirst(Narrow<L> a, Narrow<L> b, Indices<I...>) {
    return __builtin_shufflevector(a, b, (I / 2 + I % 2 * L)...);
}
template <int L, int... I>
EDGEWRIGHT_INLINE Narrow<L> zipLast(Narrow<L> a, Narrow<L> b, Indices<I...>) {
    return __builtin_shufflevector(a, b, (L / 2 + I / 2 + I % 2 * L)...);
}
// a[1], a[2], ..., and lane Lane of b.
template <int L, int Lane, int... I>
EDGEWRIGHT_INLINE Narrow<L> followedBy(Narrow<L> a, Narrow<L> b, Indices<I...>) {
    return __builtin_shufflevector(a, b, (I + 1 < L ? I + 1 : L + Lane)...);
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
