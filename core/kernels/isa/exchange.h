// SPDX-License-Identifier: GPL-3.0-or-later
// Squares of elements exchanged between vectors, of which transpositions are made.
#pragma once

#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

// The lanes whose number has the bit Step, exchanged between two rows: a square of Step x Step elements.
template <int... L>
struct LaneList {};
#if defined(__AVX512F__)
using AllLanes = LaneList<0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15>;
#elif defined(__AVX2__)
using AllLanes = LaneList<0, 1, 2, 3, 4, 5, 6, 7>;
#else
using AllLanes = LaneList<0, 1, 2, 3>;
#endif
template <int Step, int... L>
EDGEWRIGHT_INLINE void exchange(Floats& a, Floats& b, LaneList<L...>) {
    const Floats upper = __builtin_shufflevector(a, b, ((L & Step) != 0 ? Lanes + L - Step : L)...);
    b = __builtin_shufflevector(a, b, ((L & Step) != 0 ? Lanes + L : L + Step)...);
    a = upper;
}

// Between every row whose number has not the bit Step and the one that has.
template <int Step, int Count>
EDGEWRIGHT_INLINE void exchangeRows(Floats (&rows)[Count]) {
#pragma GCC unroll 16
    for (int i = 0; i < Count; ++i)
        if ((i & Step) == 0) exchange<Step>(rows[i], rows[i + Step], AllLanes());
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
