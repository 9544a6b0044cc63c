// SPDX-License-Identifier: GPL-3.0-or-later
// Codes laid out for the products: units of Depth codes, panels of rows and columns.
#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

EDGEWRIGHT_INLINE std::uint32_t unitOf(const std::uint8_t* codes, int count, std::uint8_t flip) {
    std::uint32_t unit = 0;
    for (int t = 0; t < count; ++t) {
        const auto code = static_cast<std::uint8_t>(codes[t] ^ flip);
        if (Depth == 4)
            unit |= std::uint32_t(code) << (8 * t);
        else
            unit |= std::uint32_t(static_cast<std::uint16_t>(static_cast<std::int8_t>(code))) << (16 * t);
    }
    return unit;
}

typedef std::uint32_t FourWords __attribute__((vector_size(16)));

EDGEWRIGHT_INLINE FourWords loadFour(const std::uint8_t* from) {
    FourWords value;
    __builtin_memcpy(&value, from, 16);
    return value;
}

// Four rows of units of four codes: those of unit g go to to[g * Rows] and the three behind it.
EDGEWRIGHT_INLINE void packFourRows(const std::uint8_t* from, std::int64_t stride, std::int64_t units,
                                    std::uint32_t flips, std::uint32_t* to) {
    std::int64_t g = 0;
    for (; g + 4 <= units; g += 4, from += 16) {
        const FourWords a = loadFour(from), b = loadFour(from + stride), c = loadFour(from + 2 * stride),
                        d = loadFour(from + 3 * stride);
        const FourWords ab = __builtin_shufflevector(a, b, 0, 4, 1, 5),
                        ab2 = __builtin_shufflevector(a, b, 2, 6, 3, 7),
                        cd = __builtin_shufflevector(c, d, 0, 4, 1, 5),
                        cd2 = __builtin_shufflevector(c, d, 2, 6, 3, 7);
        const FourWords all[4] = {
            __builtin_shufflevector(ab, cd, 0, 1, 4, 5), __builtin_shufflevector(ab, cd, 2, 3, 6, 7),
            __builtin_shufflevector(ab2, cd2, 0, 1, 4, 5), __builtin_shufflevector(ab2, cd2, 2, 3, 6, 7)};
        for (int i = 0; i < 4; ++i) {
            const FourWords unit = all[i] ^ flips;
            __builtin_memcpy(to + (g + i) * Rows, &unit, 16);
        }
    }
    for (; g < units; ++g, from += 4)
        for (int r = 0; r < 4; ++r)
            to[g * Rows + r] = *reinterpret_cast<const LooseWord*>(from + r * stride) ^ flips;
}

void packRows(const std::uint8_t* from, std::int64_t stride, std::int64_t m, std::int64_t k, std::uint8_t flip,
              std::uint32_t* to, std::int32_t* sums) {
    if (k == 0) { // no elements, perhaps no memory
        for (std::int64_t i = 0; i < m; ++i)
            sums[i] = 0;
        return;
    }
    const std::int64_t whole = k / Depth;
    const std::int64_t units = whole + (k % Depth != 0 ? 1 : 0);
    const std::uint32_t flips = flip * 0x01010101u;
    for (std::int64_t i = 0; i < m; i += Rows, to += units * Rows)
        for (int r = 0; r < Rows; ++r) {
            std::uint32_t* column = to + r;
            if (i + r >= m) break;
            const std::uint8_t* codes = from + (i + r) * stride;
            std::uint32_t sum = 0;
            for (std::int64_t kk = 0; kk < k; ++kk)
                sum += static_cast<std::uint32_t>(static_cast<std::int8_t>(codes[kk] ^ flip));
            sums[i + r] = static_cast<std::int32_t>(sum);
            const bool byFour = Depth == 4 && i + r / 4 * 4 + 4 <= m;
            if (byFour) {
                if (r % 4 == 0) packFourRows(codes, stride, whole, flips, column);
            } else if (Depth == 4) {
                for (std::int64_t g = 0; g < whole; ++g)
                    column[g * Rows] = *reinterpret_cast<const LooseWord*>(codes + g * Depth) ^ flips;
            } else {
                for (std::int64_t g = 0; g < whole; ++g)
                    column[g * Rows] = unitOf(codes + g * Depth, Depth, flip);
            }
            if (whole < units)
                column[whole * Rows] = unitOf(codes + whole * Depth, static_cast<int>(k - whole * Depth), flip);
        }
}

std::int32_t packLine(const std::uint8_t* from, std::int64_t k, std::uint8_t flip, std::uint32_t* to) {
    std::uint32_t sum = 0;
    for (std::int64_t kk = 0; kk < k; ++kk)
        sum += static_cast<std::uint32_t>(static_cast<std::int8_t>(from[kk] ^ flip));
    for (std::int64_t kk = 0; kk < k; kk += Depth)
        *to++ = unitOf(from + kk, static_cast<int>(k - kk < Depth ? k - kk : Depth), flip);
    return static_cast<std::int32_t>(sum);
}

EDGEWRIGHT_INLINE void storeSixteen(std::uint32_t* to, Sixteen value) { __builtin_memcpy(to, &value, 16); }

EDGEWRIGHT_INLINE Sixteen foursLow(Sixteen a, Sixteen b) {
    return __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23);
}
EDGEWRIGHT_INLINE Sixteen foursHigh(Sixteen a, Sixteen b) {
    return __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31);
}

// Sixteen columns of one unit each.
EDGEWRIGHT_INLINE void interleaveSixteen(const std::uint8_t* const* rows, std::int64_t at, Sixteen flips,
                                         std::uint32_t* to) {
    Sixteen codes[4];
    for (int t = 0; t < Depth; ++t)
        codes[t] = rows[t] ? loadSixteen(rows[t] + at) ^ flips : Sixteen{};
    if (Depth == 4) {
        const Sixteen low01 = pairsLow(codes[0], codes[1]), high01 = pairsHigh(codes[0], codes[1]);
        const Sixteen low23 = pairsLow(codes[2], codes[3]), high23 = pairsHigh(codes[2], codes[3]);
        storeSixteen(to, foursLow(low01, low23));
        storeSixteen(to + 4, foursHigh(low01, low23));
        storeSixteen(to + 8, foursLow(high01, high23));
        storeSixteen(to + 12, foursHigh(high01, high23));
    } else {
        // Each code becomes 16 bits: the bytes of a unit are u0, 0, u1, 0.
        const Sixteen none{};
        const Sixteen low = pairsLow(codes[0], codes[1]), high = pairsHigh(codes[0], codes[1]);
        storeSixteen(to, pairsLow(low, none));
        storeSixteen(to + 4, pairsHigh(low, none));
        storeSixteen(to + 8, pairsLow(high, none));
        storeSixteen(to + 12, pairsHigh(high, none));
    }
}

EDGEWRIGHT_INLINE void interleaveUnit(const std::uint8_t* const* rows, std::int64_t n, std::uint8_t flip,
                                      std::uint32_t* to) {
    const Sixteen flips = flip - Sixteen{};
    if (n < 16) {
        for (std::int64_t j = 0; j < n; ++j) {
            std::uint32_t unit = 0;
            for (int t = 0; t < Depth; ++t)
                if (rows[t])
                    unit |= std::uint32_t(static_cast<std::uint8_t>(rows[t][j] ^ flip)) << (32 / Depth * t);
            to[j] = unit;
        }
        return;
    }
    std::int64_t j = 0;
    for (; j + 16 <= n; j += 16)
        interleaveSixteen(rows, j, flips, to + j);
    if (j < n) interleaveSixteen(rows, n - 16, flips, to + n - 16);
}

#if defined(__AVX512VNNI__)
// Each vector of `rows` has a code of 64 columns; those of 16 columns each become a vector of units.
EDGEWRIGHT_INLINE void unitsOfSixtyFour(const __m512i (&rows)[4], __m512i (&units)[4]) {
    // Unpacking works within 16 bytes: of each of the four vectors to be, 4 columns are brought there.
    const __m512i order = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    __m512i spread[4];
    for (int t = 0; t < 4; ++t)
        spread[t] = _mm512_maskz_permutexvar_epi32(0xffff, order, rows[t]);
    const __m512i low01 = _mm512_unpacklo_epi8(spread[0], spread[1]),
                  high01 = _mm512_unpackhi_epi8(spread[0], spread[1]),
                  low23 = _mm512_unpacklo_epi8(spread[2], spread[3]),
                  high23 = _mm512_unpackhi_epi8(spread[2], spread[3]);
    units[0] = _mm512_unpacklo_epi16(low01, low23);
    units[1] = _mm512_unpackhi_epi16(low01, low23);
    units[2] = _mm512_unpacklo_epi16(high01, high23);
    units[3] = _mm512_unpackhi_epi16(high01, high23);
}

// As many whole vectors as there are: two units of 32 columns, or one of 64. What was done, in rows of codes.
EDGEWRIGHT_INLINE std::int64_t interleavePairs(const std::uint8_t* from, std::int64_t stride, std::int64_t k,
                                               std::uint8_t flip, std::uint32_t* to, std::int64_t toStride) {
    const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip));
    std::int64_t done = 0;
    for (; done + 2 * Depth <= k; done += 2 * Depth, to += 2 * toStride) {
        __m512i rows[4], units[4];
        for (int t = 0; t < 4; ++t) {
            const std::uint8_t* row = from + (done + t) * stride;
            const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row)),
                          second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(row + Depth * stride));
            rows[t] = _mm512_xor_si512(_mm512_maskz_inserti64x4(0xff, _mm512_castsi256_si512(first), second, 1),
                                       flips);
        }
        unitsOfSixtyFour(rows, units);
        for (int i = 0; i < 4; ++i)
            _mm512_storeu_si512(to + i / 2 * toStride + i % 2 * Lanes, units[i]);
    }
    return done;
}
EDGEWRIGHT_INLINE std::int64_t interleaveLong(const std::uint8_t* const* from, std::int64_t n,
                                              std::uint8_t flip, std::uint32_t* to) {
    const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip));
    std::int64_t done = 0;
    for (; done + 4 * Lanes <= n; done += 4 * Lanes) {
        __m512i rows[4], units[4];
        for (int t = 0; t < 4; ++t)
            rows[t] =
                from[t] ? _mm512_xor_si512(_mm512_loadu_si512(from[t] + done), flips) : _mm512_setzero_si512();
        unitsOfSixtyFour(rows, units);
        for (int i = 0; i < 4; ++i)
            _mm512_storeu_si512(to + done + i * Lanes, units[i]);
    }
    return done;
}
#endif

void interleave(const std::uint8_t* from, std::int64_t stride, std::int64_t k, std::int64_t n,
                std::uint8_t flip, std::uint32_t* to, std::int64_t toStride) {
    std::int64_t kk = 0;
#if defined(__AVX512VNNI__)
    if (n == Columns) {
        kk = interleavePairs(from, stride, k, flip, to, toStride);
        to += kk / Depth * toStride;
    }
#endif
    for (; kk < k; kk += Depth, to += toStride) {
        const std::uint8_t* rows[4] = {};
        for (int t = 0; t < Depth; ++t)
            rows[t] = kk + t < k ? from + (kk + t) * stride : nullptr;
        std::int64_t done = 0;
#if defined(__AVX512VNNI__)
        done = interleaveLong(rows, n, flip, to);
        for (int t = 0; t < Depth; ++t)
            rows[t] = rows[t] ? rows[t] + done : nullptr;
#endif
        if (done < n) interleaveUnit(rows, n - done, flip, to + done);
    }
}

void packSegments(const std::uint32_t* source, std::int64_t plane, std::int64_t groups, const Segment* segments,
                  std::int64_t segmentCount, std::int64_t step, const std::uint32_t* fill, std::uint32_t* to) {
    std::int64_t covered = 0;
    for (std::int64_t s = 0; s < segmentCount; ++s)
        covered += segments[s].count;
    for (std::int64_t g = 0; g < groups; ++g, source += plane, to += Columns) {
        // Whole vectors run over into what follows: into columns that are written next, or are filled
        // afterwards.
        for (std::int64_t s = 0; s < segmentCount; ++s) {
            const std::uint32_t* from = source + segments[s].from;
            std::uint32_t* at = to + segments[s].to;
            const std::int32_t count = segments[s].count;
            if (step == 1)
                for (std::int32_t i = 0; i < count; i += Lanes)
                    storeWords(at + i, loadWords(from + i));
            else if (step == 2)
                for (std::int32_t i = 0; i < count; i += Lanes)
                    storeWords(at + i, everySecond(loadWords(from + 2 * i), loadWords(from + 2 * i + Lanes)));
            else
                for (std::int32_t i = 0; i < count; ++i)
                    at[i] = from[i * step];
        }
        if (covered == Columns) continue;
        const std::uint32_t unit = fill[g == groups - 1 ? 1 : 0];
        std::int32_t end = 0;
        for (std::int64_t s = 0; s <= segmentCount; ++s) {
            const std::int32_t begin = s < segmentCount ? segments[s].to : Columns;
            for (std::int32_t j = end; j < begin; ++j)
                to[j] = unit;
            if (s < segmentCount) end = segments[s].to + segments[s].count;
        }
    }
}

#if defined(__AVX512BW__)
void copyLines(const std::uint8_t* from, std::int64_t fromStep, std::int64_t lines, std::int64_t n,
               std::uint8_t flip, std::uint8_t* to, std::int64_t toStep) {
    const __m512i flips = _mm512_set1_epi8(static_cast<char>(flip));
    const std::int64_t whole = n / 64 * 64;
    const __mmask64 rest = (__mmask64(1) << (n - whole)) - 1;
    for (std::int64_t i = 0; i < lines; ++i, from += fromStep, to += toStep) {
        for (std::int64_t j = 0; j < whole; j += 64)
            _mm512_storeu_si512(to + j, _mm512_xor_si512(_mm512_loadu_si512(from + j), flips));
        if (rest != 0)
            _mm512_mask_storeu_epi8(to + whole, rest,
                                    _mm512_xor_si512(_mm512_maskz_loadu_epi8(rest, from + whole), flips));
    }
}
#else
// Lines of at least one piece: the last one ends where the line does.
template <typename Piece>
EDGEWRIGHT_INLINE void copyByPieces(const std::uint8_t* from, std::int64_t fromStep, std::int64_t lines,
                                    std::int64_t n, Piece flips, std::uint8_t* to, std::int64_t toStep) {
    constexpr std::int64_t Size = sizeof(Piece);
    const auto copy = [&](std::int64_t at) __attribute__((always_inline)) {
        Piece piece;
        __builtin_memcpy(&piece, from + at, sizeof(Piece));
        piece ^= flips;
        __builtin_memcpy(to + at, &piece, sizeof(Piece));
    };
    for (std::int64_t i = 0; i < lines; ++i, from += fromStep, to += toStep) {
        for (std::int64_t j = 0; j < n - Size; j += Size)
            copy(j);
        copy(n - Size);
    }
}

void copyLines(const std::uint8_t* from, std::int64_t fromStep, std::int64_t lines, std::int64_t n,
               std::uint8_t flip, std::uint8_t* to, std::int64_t toStep) {
    if (n >= InCodes)
        copyByPieces<Codes>(from, fromStep, lines, n, flip - Codes{}, to, toStep);
    else if (n >= 16)
        copyByPieces<Sixteen>(from, fromStep, lines, n, flip - Sixteen{}, to, toStep);
    else if (n >= 8)
        copyByPieces<std::uint64_t>(from, fromStep, lines, n, flip * 0x0101010101010101u, to, toStep);
    else if (n >= 4)
        copyByPieces<std::uint32_t>(from, fromStep, lines, n, flip * 0x01010101u, to, toStep);
    else if (n > 0)
        for (std::int64_t i = 0; i < lines; ++i)
            for (std::int64_t j = 0; j < n; ++j)
                to[i * toStep + j] = static_cast<std::uint8_t>(from[i * fromStep + j] ^ flip);
}
#endif

// The byte at 16 * i + j moves to 16 * j + i. One pass turns the 8 bits of the place by one to the left: the
// lowest bit of the new line is the highest of the old column.
EDGEWRIGHT_INLINE void turnSixteen(Sixteen (&lines)[16]) {
#pragma GCC unroll 4
    for (int pass = 0; pass < 4; ++pass) {
        Sixteen next[16];
#pragma GCC unroll 8
        for (int i = 0; i < 8; ++i) {
            next[2 * i] = pairsLow(lines[i], lines[i + 8]);
            next[2 * i + 1] = pairsHigh(lines[i], lines[i + 8]);
        }
#pragma GCC unroll 16
        for (int i = 0; i < 16; ++i)
            lines[i] = next[i];
    }
}

void transposeCodes(const std::uint8_t* from, std::int64_t fromStride, std::uint8_t* to, std::int64_t toStride,
                    std::int64_t rows, std::int64_t columns) {
    if (rows == 2 && toStride == 2) { // pairs, which follow each other
        std::int64_t j = 0;
        for (; j + 16 <= columns; j += 16) {
            const Sixteen a = loadSixteen(from + j), b = loadSixteen(from + fromStride + j);
            const Sixteen low = pairsLow(a, b), high = pairsHigh(a, b);
            __builtin_memcpy(to + 2 * j, &low, 16);
            __builtin_memcpy(to + 2 * j + 16, &high, 16);
        }
        for (; j < columns; ++j) {
            to[2 * j] = from[j];
            to[2 * j + 1] = from[fromStride + j];
        }
        return;
    }
    const int height = rows < 16 ? static_cast<int>(rows) : 16;
    const int width = columns < 16 ? static_cast<int>(columns) : 16;
    for (std::int64_t i = 0; i < rows; i += 16) {
        const std::int64_t row = i + height <= rows ? i : rows - height; // the last square ends with the rows
        for (std::int64_t j = 0; j < columns; j += 16) {
            const std::int64_t column = j + width <= columns ? j : columns - width;
            const std::uint8_t* in = from + row * fromStride + column;
            std::uint8_t* out = to + column * toStride + row;
            Sixteen square[16];
            if (height == 16 && width == 16) {
#pragma GCC unroll 16
                for (int k = 0; k < 16; ++k)
                    square[k] = loadSixteen(in + k * fromStride);
                turnSixteen(square);
#pragma GCC unroll 16
                for (int k = 0; k < 16; ++k)
                    __builtin_memcpy(out + k * toStride, &square[k], 16);
                continue;
            }
            std::uint8_t bytes[16 * 16] = {};
            for (int k = 0; k < height; ++k)
                copyBytes<16>(bytes + 16 * k, in + k * fromStride, width);
            for (int k = 0; k < 16; ++k)
                square[k] = loadSixteen(bytes + 16 * k);
            turnSixteen(square);
            __builtin_memcpy(bytes, square, sizeof bytes);
            for (int k = 0; k < width; ++k)
                copyBytes<16>(out + k * toStride, bytes + 16 * k, height);
        }
    }
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
