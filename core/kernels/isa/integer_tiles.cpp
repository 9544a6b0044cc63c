// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/integer_tiles.h"

#include "core/kernels/isa/vector.h"

// The intrinsics are always inlined: nothing of this header outlives the compilation.
#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

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

// ---- packing

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

void packRows(const std::uint8_t* from, std::int64_t stride, std::int64_t m, std::int64_t k, std::uint8_t flip,
              std::uint32_t* to, std::int32_t* sums) {
    const std::int64_t whole = k / Depth;
    const std::int64_t units = whole + (k % Depth != 0 ? 1 : 0);
    for (std::int64_t i = 0; i < m; i += Rows, to += units * Rows)
        for (int r = 0; r < Rows; ++r) {
            std::uint32_t* column = to + r;
            if (i + r >= m) {
                for (std::int64_t g = 0; g < units; ++g)
                    column[g * Rows] = 0;
                continue;
            }
            const std::uint8_t* codes = from + (i + r) * stride;
            std::uint32_t sum = 0;
            for (std::int64_t kk = 0; kk < k; ++kk)
                sum += static_cast<std::uint32_t>(static_cast<std::int8_t>(codes[kk] ^ flip));
            sums[i + r] = static_cast<std::int32_t>(sum);
            if (Depth == 4) {
                const std::uint32_t flips = flip * 0x01010101u;
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

EDGEWRIGHT_INLINE Sixteen loadSixteen(const std::uint8_t* from) {
    Sixteen value;
    __builtin_memcpy(&value, from, 16);
    return value;
}
EDGEWRIGHT_INLINE void storeSixteen(std::uint32_t* to, Sixteen value) { __builtin_memcpy(to, &value, 16); }

EDGEWRIGHT_INLINE Sixteen pairsLow(Sixteen a, Sixteen b) {
    return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
}
EDGEWRIGHT_INLINE Sixteen pairsHigh(Sixteen a, Sixteen b) {
    return __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31);
}
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

void interleave(const std::uint8_t* from, std::int64_t stride, std::int64_t k, std::int64_t n,
                std::uint8_t flip, std::uint32_t* to, std::int64_t toStride) {
    for (std::int64_t kk = 0; kk < k; kk += Depth, to += toStride) {
        const std::uint8_t* rows[4] = {};
        for (int t = 0; t < Depth; ++t)
            rows[t] = kk + t < k ? from + (kk + t) * stride : nullptr;
        interleaveUnit(rows, n, flip, to);
    }
}

EDGEWRIGHT_INLINE Words everySecond(Words a, Words b) {
#if defined(__AVX512F__)
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
#elif defined(__AVX2__)
    return __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14);
#else
    return __builtin_shufflevector(a, b, 0, 2, 4, 6);
#endif
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

// ---- products

// The first R rows of a panel of A by the first V vectors of a panel of B.
template <int R, int V>
void tile(const IntegerBlock& block, const std::uint32_t* a, const std::uint32_t* b, std::int64_t i,
          std::int64_t j) {
    Words sums[R][V] = {};
    for (std::int64_t k = 0; k < block.k; ++k, a += Rows, b += Columns) {
        Words u[V];
        for (int v = 0; v < V; ++v)
            u[v] = loadWords(b + v * Lanes);
        for (int r = 0; r < R; ++r) {
            const Words w = all(a[r]);
            for (int v = 0; v < V; ++v)
                sums[r][v] = dot(sums[r][v], u[v], w);
        }
    }
    for (int v = 0; v < V; ++v) {
        const std::int64_t column = j + v * Lanes;
        if (column >= block.n) break;
        const int count = fewer(block.n - column);
        Words term{};
        if (block.columnTerm) term = loadWords(block.columnTerm + column);
        Words factor{};
        if (block.rowFactor) factor = loadWords(block.columnFactor + column);
        Floats scale{};
        if (block.target.codes && !block.rowScale) {
            scale =
                count == Lanes ? load(block.columnScale + column) : loadSome(block.columnScale + column, count);
        }
        for (int r = 0; r < R; ++r) {
            const std::int64_t row = i + r;
            if (row >= block.m) break;
            Words sum = sums[r][v] + term;
            if (block.rowTerm) sum += static_cast<std::uint32_t>(block.rowTerm[row]);
            if (block.rowFactor) sum += factor * static_cast<std::uint32_t>(block.rowFactor[row]);
            if (block.target.codes && block.rowScale) scale = splat(block.rowScale[row]);
            finish(sum, scale, block.target, row * block.stride + column, count);
        }
    }
}

template <int V>
EDGEWRIGHT_INLINE void tileRows(const IntegerBlock& block, const std::uint32_t* a, const std::uint32_t* b,
                                std::int64_t i, std::int64_t j) {
    const std::int64_t rows = block.m - i;
    if (rows > 4)
        tile<Rows, V>(block, a, b, i, j);
    else if (rows > 2)
        tile<4, V>(block, a, b, i, j);
    else if (rows > 1)
        tile<2, V>(block, a, b, i, j);
    else
        tile<1, V>(block, a, b, i, j);
}

void multiplyBlock(const IntegerBlock& block) {
    const std::uint32_t* a = block.a;
    for (std::int64_t i = 0; i < block.m; i += Rows, a += block.aPanel) {
        const std::uint32_t* b = block.b;
        for (std::int64_t j = 0; j < block.n; j += Columns, b += block.bPanel) {
            if (block.n - j > Lanes)
                tileRows<Vectors>(block, a, b, i, j);
            else
                tileRows<1>(block, a, b, i, j);
        }
    }
}

template <int Step>
EDGEWRIGHT_INLINE Words weighted(const std::uint32_t* units, const std::int64_t* offsets,
                                 const std::uint32_t* weights, std::int64_t taps, Words sum) {
    for (std::int64_t t = 0; t < taps; ++t) {
        const std::uint32_t* from = units + offsets[t];
        const Words u = Step == 1 ? loadWords(from) : everySecond(loadWords(from), loadWords(from + Lanes));
        sum = dot(sum, u, all(weights[t]));
    }
    return sum;
}

template <int Step>
void convolveSteps(const IntegerLine& line) {
    const Floats scale = splat(line.scale);
    const Words term = all(static_cast<std::uint32_t>(line.term));
    for (std::int64_t j = 0; j < line.n; j += Lanes) {
        const std::uint32_t* units = line.units + j * Step;
        Words sum = weighted<Step>(units, line.offsets, line.weights, line.taps, term);
        if (line.ones)
            sum += weighted<Step>(units, line.offsets, line.ones, line.taps, Words{}) *
                   static_cast<std::uint32_t>(line.factor);
        finish(sum, scale, line.target, j, fewer(line.n - j));
    }
}

void convolveLine(const IntegerLine& line) {
    if (line.step == 1)
        convolveSteps<1>(line);
    else
        convolveSteps<2>(line);
}

// ---- codes and numbers

EDGEWRIGHT_INLINE Bytes loadBytes(const std::uint8_t* from, int count) {
    Bytes value{};
    __builtin_memcpy(&value, from, static_cast<std::size_t>(count));
    return value;
}
EDGEWRIGHT_INLINE Ints widen(Bytes codes) { return __builtin_convertvector(codes, Ints); }

void encode(const float* from, std::int64_t n, float scale, const IntegerTarget& target) {
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        storeBytes(target.codes + i, codesOf(load(from + i) / scale, target), Lanes);
    if (i < n) {
        const int rest = fewer(n - i);
        storeBytes(target.codes + i, codesOf(loadSome(from + i, rest) / scale, target), rest);
    }
}

void decode(const std::uint8_t* from, std::int64_t n, std::uint8_t flip, std::int32_t zero, float scale,
            float* to) {
    const Bytes flips = flip - Bytes{};
    const auto convert = [&](Bytes codes) __attribute__((always_inline)) {
        return __builtin_convertvector(widen(codes ^ flips) - zero, Floats) * scale;
    };
    std::int64_t i = 0;
    for (; i + Lanes <= n; i += Lanes)
        store(to + i, convert(loadBytes(from + i, Lanes)));
    if (i < n) {
        const int rest = fewer(n - i);
        storeSome(to + i, convert(loadBytes(from + i, rest)), rest);
    }
}

EDGEWRIGHT_INLINE Floats numbers(Bytes codes, bool isSigned) {
    // A signed code is its unsigned one with the top bit flipped, less 128.
    const std::uint8_t flip = isSigned ? 0x80 : 0;
    const Bytes flips = flip - Bytes{};
    return __builtin_convertvector(widen(codes ^ flips) - (isSigned ? 128 : 0), Floats);
}

void addCodes(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
              std::int64_t n, bool isSigned, float constant, float left, float right,
              const IntegerTarget& target) {
    for (std::int64_t i = 0; i < n; i += Lanes) {
        const int count = fewer(n - i);
        const Bytes x = aStep != 0 ? loadBytes(a + i, count) : *a - Bytes{};
        const Bytes y = bStep != 0 ? loadBytes(b + i, count) : *b - Bytes{};
        const Floats first = rounded(numbers(x, isSigned) * left) + constant;
        const Floats sum = first + rounded(numbers(y, isSigned) * right);
        storeBytes(target.codes + i, codesOf(sum, target), count);
    }
}

std::int64_t sumCodes(const std::uint8_t* from, std::int64_t n, std::uint8_t flip) {
    std::int64_t sum = 0;
    constexpr std::int64_t Run = 1 << 20; // its sum stays below 2^32
    for (std::int64_t begin = 0; begin < n; begin += Run) {
        const std::int64_t end = begin + Run < n ? begin + Run : n;
        std::uint32_t part = 0;
        for (std::int64_t i = begin; i < end; ++i)
            part += static_cast<std::uint8_t>(from[i] ^ flip);
        sum += part;
    }
    return sum;
}

} // namespace

extern const IntegerTiles integerTiles;
const IntegerTiles integerTiles{Rows,          Columns,      Depth,  packRows, interleave, packSegments,
                                multiplyBlock, convolveLine, encode, decode,   addCodes,   sumCodes};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
