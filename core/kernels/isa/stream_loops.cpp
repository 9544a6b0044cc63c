// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/stream_loops.h"

#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

constexpr int Ways = 8; // vectors of one turn
static_assert(StreamBlock % (Ways * Lanes) == 0);

// What stands in memory may have changed: every pass moves all of it again.
EDGEWRIGHT_INLINE void forget() { __asm__ volatile("" : : : "memory"); }

EDGEWRIGHT_INLINE Ints loadInts(const float* from) { return *reinterpret_cast<const LooseInts*>(from); }

void read(const float* from, std::int64_t count, std::int64_t passes, float* result) {
    Ints sums[Ways] = {};
    for (std::int64_t pass = 0; pass < passes; ++pass) {
        forget();
        for (std::int64_t at = 0; at < count; at += Ways * Lanes) {
#pragma GCC unroll 8
            for (int way = 0; way < Ways; ++way)
                sums[way] ^= loadInts(from + at + way * Lanes);
        }
    }
    Ints all{};
    for (int way = 0; way < Ways; ++way)
        all ^= sums[way];
    store(result, reinterpret_cast<Floats>(all));
}

void copy(const float* from, float* to, std::int64_t count, std::int64_t passes) {
    for (std::int64_t pass = 0; pass < passes; ++pass) {
        forget();
        for (std::int64_t at = 0; at < count; at += Ways * Lanes) {
            Floats moved[Ways];
#pragma GCC unroll 8
            for (int way = 0; way < Ways; ++way)
                moved[way] = load(from + at + way * Lanes);
#pragma GCC unroll 8
            for (int way = 0; way < Ways; ++way)
                store(to + at + way * Lanes, moved[way]);
        }
    }
}

void triad(const float* a, const float* b, float factor, float* to, std::int64_t count, std::int64_t passes) {
    const Floats factors = splat(factor);
    for (std::int64_t pass = 0; pass < passes; ++pass) {
        forget();
        for (std::int64_t at = 0; at < count; at += Ways * Lanes) {
#pragma GCC unroll 8
            for (int way = 0; way < Ways; ++way)
                store(to + at + way * Lanes,
                      fused(factors, load(b + at + way * Lanes), load(a + at + way * Lanes)));
        }
    }
}

} // namespace

extern const StreamLoops streamLoops{read, copy, triad};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
