// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/packed_rows.h"

#include "core/kernels/isa/functions.h"
#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

constexpr int Chunk = 2 * Lanes;          // codes of 4 bits in Lanes bytes
constexpr int RowsAtOnce = 4;             // of numbers
constexpr std::int64_t WeightsAtOnce = 2; // rows of weights that numbers are loaded for

// As many codes as 16 bytes hold, in their order, a byte each.
template <int Bits>
EDGEWRIGHT_INLINE void unpack(Sixteen bytes, std::uint8_t* codes) {
    if constexpr (Bits == 8) {
        __builtin_memcpy(codes, &bytes, 16);
    } else if constexpr (Bits == 4) {
        const Sixteen even = bytes & 15, odd = bytes >> 4;
        const Sixteen parts[2] = {pairsLow(even, odd), pairsHigh(even, odd)};
        __builtin_memcpy(codes, parts, 32);
    } else {
        const Sixteen first = bytes & 3, second = bytes >> 2 & 3, third = bytes >> 4 & 3, fourth = bytes >> 6;
        const Sixteen low[2] = {pairsLow(first, third), pairsLow(second, fourth)};
        const Sixteen high[2] = {pairsHigh(first, third), pairsHigh(second, fourth)};
        const Sixteen parts[4] = {pairsLow(low[0], low[1]), pairsHigh(low[0], low[1]),
                                  pairsLow(high[0], high[1]), pairsHigh(high[0], high[1])};
        __builtin_memcpy(codes, parts, 64);
    }
}

EDGEWRIGHT_INLINE Floats numbersOf(Bytes codes) { return __builtin_convertvector(widen(codes), Floats); }

template <int Bits>
void decodeCodes(const PackedRow& row, float* to) {
    constexpr std::int64_t Together = 16 * 8 / Bits; // codes
    const std::uint8_t* from = row.codes;
    for (std::int64_t at = 0, begin = 0; begin < row.columns; ++at, begin += row.block) {
        const float zero = row.zeros ? row.zeros[at] : static_cast<float>(1 << (Bits - 1));
        const float scale = row.scales[at];
        const std::int64_t end = begin + row.block < row.columns ? begin + row.block : row.columns;
        for (std::int64_t column = begin; column < begin + row.block; column += Together) {
            const std::int64_t left = (begin + row.block - column) * Bits / 8;
            Sixteen bytes{};
            if (left >= 16)
                __builtin_memcpy(&bytes, from, 16);
            else
                __builtin_memcpy(&bytes, from, static_cast<std::size_t>(left));
            from += left < 16 ? left : 16;
            std::uint8_t codes[Together];
            unpack<Bits>(bytes, codes);
            for (std::int64_t i = 0; i < Together && column + i < end; i += Lanes) {
                const Floats weights = (numbersOf(loadBytes(codes + i)) - zero) * scale;
                if (end - column - i >= Lanes)
                    store(to + column + i, weights);
                else
                    storeSome(to + column + i, weights, static_cast<int>(end - column - i));
            }
        }
    }
}

#if defined(__AVX512F__)
// Rows of 4 bits whose blocks are whole chunks: the 16 weights that a block can have are one vector, in which
// its codes look up.
void decodeChunks(const PackedRow& row, float* to) {
    const Floats places{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
    const auto lookUp = [](Floats weights, Ints codes) __attribute__((always_inline)) {
        return reinterpret_cast<Floats>(_mm512_maskz_permutexvar_ps(0xffff, reinterpret_cast<__m512i>(codes),
                                                                    reinterpret_cast<__m512>(weights)));
    };
    const std::uint8_t* from = row.codes;
    for (std::int64_t at = 0, begin = 0; begin < row.columns; ++at, begin += row.block) {
        const Floats weights = (places - (row.zeros ? row.zeros[at] : 8.0f)) * row.scales[at];
        for (std::int64_t column = begin; column < begin + row.block; column += Chunk, from += Lanes) {
            const Ints codes = widen(loadBytes(from)); // the lowest 4 bits of each lane count
            const Floats even = lookUp(weights, codes), odd = lookUp(weights, codes >> 4);
            const Floats first =
                __builtin_shufflevector(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            const Floats second = __builtin_shufflevector(even, odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13,
                                                          29, 14, 30, 15, 31);
            const std::int64_t left = row.columns - column;
            if (left >= Chunk) {
                store(to + column, first);
                store(to + column + Lanes, second);
                continue;
            }
            if (left > 0) storeSome(to + column, first, static_cast<int>(left < Lanes ? left : Lanes));
            if (left > Lanes) storeSome(to + column + Lanes, second, static_cast<int>(left - Lanes));
        }
    }
}
#endif

void decodeRow(const PackedRow& row, float* to) {
#if defined(__AVX512F__)
    if (row.bits == 4 && row.block % Chunk == 0) return decodeChunks(row, to);
#endif
    if (row.bits == 8)
        decodeCodes<8>(row, to);
    else if (row.bits == 4)
        decodeCodes<4>(row, to);
    else
        decodeCodes<2>(row, to);
}

void arrangeNumbers(const float* from, std::int64_t columns, std::int64_t padded, float* to) {
    for (std::int64_t begin = 0; begin < padded; begin += Chunk)
        for (int i = 0; i < Lanes; ++i) {
            const std::int64_t even = begin + 2 * i;
            to[begin + i] = even < columns ? from[even] : 0.0f;
            to[begin + Lanes + i] = even + 1 < columns ? from[even + 1] : 0.0f;
        }
}

// M rows of numbers by N rows of weights.
template <int M, int N>
void dotRows(const PackedRow& first, std::int64_t rowBytes, const float* arranged, std::int64_t stride,
             float* out, std::int64_t outStride) {
    Floats sums[N][M]{};
    const std::int64_t blocks = first.blocks();
    const std::uint8_t* codes = first.codes;
    for (std::int64_t at = 0; at < blocks; ++at) {
        Floats products[N][M]{};
        Floats zeros[N];
        for (int n = 0; n < N; ++n)
            zeros[n] = splat(first.zeros ? first.zeros[n * blocks + at] : 8.0f);
        for (std::int64_t column = 0; column < first.block; column += Chunk, codes += Lanes)
            for (int n = 0; n < N; ++n) {
                const Bytes bytes = loadBytes(codes + n * rowBytes);
                const Floats even = numbersOf(bytes & 15) - zeros[n];
                const Floats odd = numbersOf(bytes >> 4) - zeros[n];
                for (int m = 0; m < M; ++m) {
                    const float* numbers = arranged + m * stride + at * first.block + column;
                    products[n][m] = fused(even, load(numbers), products[n][m]);
                    products[n][m] = fused(odd, load(numbers + Lanes), products[n][m]);
                }
            }
        for (int n = 0; n < N; ++n)
            for (int m = 0; m < M; ++m)
                sums[n][m] = fused(products[n][m], splat(first.scales[n * blocks + at]), sums[n][m]);
    }
    for (int n = 0; n < N; ++n)
        for (int m = 0; m < M; ++m)
            out[m * outStride + n] = sumOfLanes(sums[n][m]);
}

template <int M>
void dotAll(PackedRow row, std::int64_t rowBytes, std::int64_t n, const float* arranged, std::int64_t stride,
            float* out, std::int64_t outStride) {
    const auto next = [&](std::int64_t count) __attribute__((always_inline)) {
        row.codes += count * rowBytes;
        row.scales += count * row.blocks();
        if (row.zeros) row.zeros += count * row.blocks();
        out += count;
        n -= count;
    };
    while (n >= WeightsAtOnce) {
        dotRows<M, WeightsAtOnce>(row, rowBytes, arranged, stride, out, outStride);
        next(WeightsAtOnce);
    }
    if (n > 0) dotRows<M, 1>(row, rowBytes, arranged, stride, out, outStride);
}

void dotPacked(const PackedRow& first, std::int64_t rowBytes, std::int64_t n, const float* arranged,
               std::int64_t arrangedStride, std::int64_t count, float* out, std::int64_t outStride) {
    if (count >= 4)
        dotAll<4>(first, rowBytes, n, arranged, arrangedStride, out, outStride);
    else if (count == 3)
        dotAll<3>(first, rowBytes, n, arranged, arrangedStride, out, outStride);
    else if (count == 2)
        dotAll<2>(first, rowBytes, n, arranged, arrangedStride, out, outStride);
    else if (count == 1)
        dotAll<1>(first, rowBytes, n, arranged, arrangedStride, out, outStride);
}

} // namespace

extern const PackedRowKernels packedRowKernels{Chunk, RowsAtOnce, decodeRow, arrangeNumbers, dotPacked};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
