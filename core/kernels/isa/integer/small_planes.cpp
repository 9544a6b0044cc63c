// SPDX-License-Identifier: GPL-3.0-or-later
// Depthwise convolutions whose units are permutations of the codes as they lie: no copy with padding around it
// comes before, no gathering of lines behind.
#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

#if defined(__AVX512VNNI__)
bool permutesCodes() { return __builtin_cpu_supports("avx512vbmi"); }

#define EDGEWRIGHT_PERMUTES __attribute__((target("avx512vbmi")))

namespace {

EDGEWRIGHT_INLINE __mmask64 firstCodes(std::int64_t count) {
    return count >= InCodes ? ~__mmask64(0) : (__mmask64(1) << (count > 0 ? count : 0)) - 1;
}

// What all planes share.
struct Shared {
    Coder coder;
    __m512i flips, padding;
    __mmask64 held[2]; // of the vectors behind an offset, what belongs to the plane
};

// V vectors of outputs from vector `first` on, each OfPlane of them of another plane.
template <int V, int OfPlane, int Held>
EDGEWRIGHT_PERMUTES EDGEWRIGHT_INLINE Codes convolveSome(const SmallPlanes& p, const Shared& shared,
                                                         std::int64_t plane, std::int64_t first) {
    Words sums[4]{};
    std::int64_t at[4];
    for (int v = 0; v < V; ++v) {
        at[v] = plane + v / OfPlane < p.planes ? plane + v / OfPlane : p.planes - 1;
        sums[v] = all(static_cast<std::uint32_t>(p.terms[at[v]]));
    }
    for (std::int64_t u = 0; u < p.units; ++u)
        for (int v = 0; v < V; ++v) {
            const std::int64_t entry = u * p.tableVectors + first + v % OfPlane;
            const std::uint8_t* from = p.codes + at[v] * p.inPlane + p.offsets[entry];
            const __m512i places = _mm512_loadu_si512(p.places + entry * InCodes);
            const __m512i codes = _mm512_maskz_loadu_epi8(shared.held[0], from);
            __m512i found;
            if constexpr (Held == 1)
                found = _mm512_permutexvar_epi8(places, codes);
            else
                found = _mm512_permutex2var_epi8(codes, places,
                                                 _mm512_maskz_loadu_epi8(shared.held[1], from + InCodes));
            const __m512i unit = _mm512_mask_blend_epi8(p.outside[entry], found ^ shared.flips, shared.padding);
            sums[v] = dot(sums[v], reinterpret_cast<Words>(unit), all(p.weights[at[v] * p.weightStride + u]));
        }
    Words wholes[4]{};
    for (int v = 0; v < V; ++v)
        wholes[v] = wholeOf(toFloats(sums[v]) * splat(p.scales[at[v]]), shared.coder);
    return codesOfWhole(wholes[0], wholes[1], wholes[2], wholes[3], shared.coder);
}

template <int Held>
EDGEWRIGHT_PERMUTES void convolvePlanes(const SmallPlanes& p) {
    const Shared shared{coderOf(p.target),
                        _mm512_set1_epi8(static_cast<char>(p.flip)),
                        _mm512_set1_epi8(static_cast<char>(p.padding)),
                        {firstCodes(p.inPlane), firstCodes(p.inPlane - InCodes)}};
    const __m512i joined = _mm512_loadu_si512(p.joined);
    std::uint8_t* to = p.target.codes;
    const std::int64_t vectors = (p.outPlane + Lanes - 1) / Lanes;
    if (vectors <= 2) {
        const std::int64_t together = 4 / vectors;
        for (std::int64_t plane = 0; plane < p.planes; plane += together, to += together * p.outPlane) {
            const Codes made = vectors == 1 ? convolveSome<4, 1, Held>(p, shared, plane, 0)
                                            : convolveSome<4, 2, Held>(p, shared, plane, 0);
            const std::int64_t planes = p.planes - plane < together ? p.planes - plane : together;
            storeCodes(
                to, reinterpret_cast<Codes>(_mm512_permutexvar_epi8(joined, reinterpret_cast<__m512i>(made))),
                planes * p.outPlane);
        }
        return;
    }
    for (std::int64_t plane = 0; plane < p.planes; ++plane, to += p.outPlane) {
        std::int64_t v = 0;
        for (; v + 4 <= vectors; v += 4)
            storeCodes(to + v * Lanes, convolveSome<4, 4, Held>(p, shared, plane, v), p.outPlane - v * Lanes);
        if (v == vectors) continue;
        const Codes rest = vectors - v == 1   ? convolveSome<1, 4, Held>(p, shared, plane, v)
                           : vectors - v == 2 ? convolveSome<2, 4, Held>(p, shared, plane, v)
                                              : convolveSome<3, 4, Held>(p, shared, plane, v);
        storeCodes(to + v * Lanes, rest, p.outPlane - v * Lanes);
    }
}

} // namespace

void convolveSmallPlanes(const SmallPlanes& p) { p.held == 1 ? convolvePlanes<1>(p) : convolvePlanes<2>(p); }
#undef EDGEWRIGHT_PERMUTES
#else
bool permutesCodes() { return false; }
void convolveSmallPlanes(const SmallPlanes&) {}
#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
