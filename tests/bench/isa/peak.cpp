// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/peak.h"

#include "core/kernels/isa/vector.h"

// The intrinsics are always inlined: nothing of this header outlives the compilation.
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace edgewright::bench::EDGEWRIGHT_ISA {

namespace {

using kernels::EDGEWRIGHT_ISA::Floats;
using kernels::EDGEWRIGHT_ISA::Lanes;
using kernels::EDGEWRIGHT_ISA::load;
using kernels::EDGEWRIGHT_ISA::splat;
using kernels::EDGEWRIGHT_ISA::store;

template <int N>
void multiplyAdd(std::int64_t turns, float* memory) {
    // Every sum goes to shift / (1 - factor): far from what slows arithmetic down.
    const Floats factor = splat(0.5f), shift = splat(1.0f);
    Floats sums[N];
    for (int i = 0; i < N; ++i)
        sums[i] = splat(static_cast<float>(i));
    for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 32
        for (int i = 0; i < N; ++i)
            sums[i] = sums[i] * factor + shift;
    }
    Floats total{};
    for (int i = 0; i < N; ++i)
        total += sums[i];
    store(memory, total);
}

#if defined(__x86_64__)
typedef std::uint32_t Words __attribute__((vector_size(kernels::EDGEWRIGHT_ISA::VectorBytes)));

#if defined(__AVX512VNNI__)
constexpr int Depth = 4;
EDGEWRIGHT_INLINE Words dotOf(Words sum, Words u, Words v) {
    return reinterpret_cast<Words>(_mm512_dpbusd_epi32(
        reinterpret_cast<__m512i>(sum), reinterpret_cast<__m512i>(u), reinterpret_cast<__m512i>(v)));
}
#elif defined(__AVX512BW__)
constexpr int Depth = 2;
EDGEWRIGHT_INLINE Words dotOf(Words sum, Words u, Words v) {
    return sum + reinterpret_cast<Words>(
                     _mm512_madd_epi16(reinterpret_cast<__m512i>(u), reinterpret_cast<__m512i>(v)));
}
#elif defined(__AVX2__)
constexpr int Depth = 2;
EDGEWRIGHT_INLINE Words dotOf(Words sum, Words u, Words v) {
    return sum + reinterpret_cast<Words>(
                     _mm256_madd_epi16(reinterpret_cast<__m256i>(u), reinterpret_cast<__m256i>(v)));
}
#else
constexpr int Depth = 2;
EDGEWRIGHT_INLINE Words dotOf(Words sum, Words u, Words v) {
    return sum +
           reinterpret_cast<Words>(_mm_madd_epi16(reinterpret_cast<__m128i>(u), reinterpret_cast<__m128i>(v)));
}
#endif

template <int N>
void dot(std::int64_t turns, float* memory) {
    const Floats numbers = load(memory);
    Words u = reinterpret_cast<Words>(numbers);
    const Words v = u ^ 0x01010101u;
    Words sums[N] = {};
    for (std::int64_t turn = 0; turn < turns; ++turn) {
#pragma GCC unroll 32
        for (int i = 0; i < N; ++i) {
            // As if u were another one each time: else one product would serve all sums.
#if defined(__AVX512F__)
            __asm__("" : "+v"(u));
#else
            __asm__("" : "+x"(u));
#endif
            sums[i] = dotOf(sums[i], u, v);
        }
    }
    Words total{};
    for (int i = 0; i < N; ++i)
        total += sums[i];
    store(memory, reinterpret_cast<Floats>(total));
}

template <int N>
constexpr PeakLoop DotLoop{N, 2.0 * N* Lanes* Depth, dot<N>};
constexpr PeakLoop DotLoops[] = {DotLoop<2>,  DotLoop<4>,  DotLoop<6>,  DotLoop<8>,  DotLoop<10>,
                                 DotLoop<12>, DotLoop<14>, DotLoop<16>, DotLoop<20>, DotLoop<24>};
#endif

template <int N>
constexpr PeakLoop MultiplyAddLoop{N, 2.0 * N* Lanes, multiplyAdd<N>};
constexpr PeakLoop MultiplyAddLoops[] = {
    MultiplyAddLoop<2>,  MultiplyAddLoop<4>,  MultiplyAddLoop<6>,  MultiplyAddLoop<8>,  MultiplyAddLoop<10>,
    MultiplyAddLoop<12>, MultiplyAddLoop<14>, MultiplyAddLoop<16>, MultiplyAddLoop<20>, MultiplyAddLoop<24>};

} // namespace

extern const PeakLoops peakLoops;
#if defined(__x86_64__)
const PeakLoops peakLoops{MultiplyAddLoops, sizeof MultiplyAddLoops / sizeof(PeakLoop), DotLoops,
                          sizeof DotLoops / sizeof(PeakLoop)};
#else
const PeakLoops peakLoops{MultiplyAddLoops, sizeof MultiplyAddLoops / sizeof(PeakLoop), nullptr, 0};
#endif

} // namespace edgewright::bench::EDGEWRIGHT_ISA
