// SPDX-License-Identifier: GPL-3.0-or-later
// Units of neighbouring codes of a line, made as the line is read: by shuffles where the instruction set has
// them, else by zips.
#pragma once

#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

// windowAt<Step>(from) is what the units of `Lanes` outputs are made of: outputs j, whose first codes are Step
// apart, from from[0] on, and the codes behind them. unitIn<Step>(window, t) holds codes t * Depth to
// t * Depth + Depth - 1 of each output; t < UnitsOfWindow<Step>.
#if defined(__AVX2__)
// Each 16 bytes hold the codes of 4 outputs.
constexpr int LanesOf16 = 4; // outputs
template <int Step>
constexpr int Reach = 16 - (LanesOf16 - 1) * Step; // codes of an output that are in its 16 bytes

// Unit t of output j takes codes j * Step + t * Depth and those behind; 0x80 makes a byte 0.
template <int Step>
struct UnitBytes {
    std::uint8_t at[16];
    constexpr explicit UnitBytes(int t) : at{} {
        for (int j = 0; j < LanesOf16; ++j)
            for (int i = 0; i < 4; ++i) {
                const int code = i * Depth / 4, byte = j * Step + t * Depth + code;
                const bool isCode = Depth == 4 || i % 2 == 0;
                at[4 * j + i] = static_cast<std::uint8_t>(isCode && byte < 16 ? byte : 0x80);
            }
    }
};

#if defined(__AVX512BW__)
typedef __m512i Window;
template <int Step>
EDGEWRIGHT_INLINE Window windowAt(const std::uint8_t* from) {
    // 16 bytes from each 4 * Step on
    const __m512i index = Step == 1 ? _mm512_setr_epi32(0, 1, 2, 3, 1, 2, 3, 4, 2, 3, 4, 5, 3, 4, 5, 6)
                                    : _mm512_setr_epi32(0, 1, 2, 3, 2, 3, 4, 5, 4, 5, 6, 7, 6, 7, 8, 9);
    return _mm512_maskz_permutexvar_epi32(0xffff, index, _mm512_loadu_si512(from));
}
EDGEWRIGHT_INLINE Window bytesOf(const std::uint8_t* from) {
    return _mm512_maskz_broadcast_i32x4(0xffff, _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}
EDGEWRIGHT_INLINE Words picked(Window window, Window bytes) {
    return reinterpret_cast<Words>(_mm512_shuffle_epi8(window, bytes));
}
#else
typedef __m256i Window;
template <int Step>
EDGEWRIGHT_INLINE Window windowAt(const std::uint8_t* from) {
    return _mm256_inserti128_si256(
        _mm256_castsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from))),
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + 4 * Step)), 1);
}
EDGEWRIGHT_INLINE Window bytesOf(const std::uint8_t* from) {
    return _mm256_broadcastsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}
EDGEWRIGHT_INLINE Words picked(Window window, Window bytes) {
    return reinterpret_cast<Words>(_mm256_shuffle_epi8(window, bytes));
}
#endif

template <int Step>
constexpr int UnitsOfWindow = Reach<Step> / Depth < 4 ? Reach<Step> / Depth : 4;
template <int Step>
constexpr UnitBytes<Step> Shuffles[4] = {UnitBytes<Step>(0), UnitBytes<Step>(1), UnitBytes<Step>(2),
                                         UnitBytes<Step>(3)};
template <int Step>
EDGEWRIGHT_INLINE Words unitIn(Window window, int t) {
    return picked(window, bytesOf(Shuffles<Step>[t].at));
}
#else
typedef const std::uint8_t* Window;
template <int Step>
EDGEWRIGHT_INLINE Window windowAt(const std::uint8_t* from) {
    return from;
}
template <int Step>
constexpr int UnitsOfWindow = 4;
template <int Step>
EDGEWRIGHT_INLINE Words unitIn(Window window, int t) {
    static_assert(Lanes == 4 && Depth == 2);
    // Each code becomes 16 bits, behind the one that it shares a unit with.
    const Sixteen first = loadSixteen(window + t * Depth);
    const Sixteen pairs = Step == 1 ? pairsLow(first, loadSixteen(window + t * Depth + 1)) : first;
    return reinterpret_cast<Words>(pairsLow(pairs, Sixteen{}));
}
#endif

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
