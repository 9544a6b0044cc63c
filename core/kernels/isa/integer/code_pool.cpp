// SPDX-License-Identifier: GPL-3.0-or-later
// The maximum of codes under a window: along the columns of some rows first, then along these rows.
#include "core/kernels/isa/code_pool.h"

#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

EDGEWRIGHT_INLINE Codes greaterCodes(Codes a, Codes b) {
#if defined(__AVX512BW__)
    return reinterpret_cast<Codes>(_mm512_max_epu8(reinterpret_cast<__m512i>(a), reinterpret_cast<__m512i>(b)));
#else
    return a > b ? a : b;
#endif
}
EDGEWRIGHT_INLINE Codes loadCodes(const std::uint8_t* from) {
    Codes codes;
    __builtin_memcpy(&codes, from, InCodes);
    return codes;
}
// Unsigned codes, 0 behind the first `count`; no byte behind them is read.
EDGEWRIGHT_INLINE Codes loadFlipped(const std::uint8_t* from, std::int64_t count, Codes flips) {
    if (count >= InCodes) return loadCodes(from) ^ flips;
#if defined(__AVX512BW__)
    return reinterpret_cast<Codes>(
               _mm512_mask_loadu_epi8(reinterpret_cast<__m512i>(flips), (__mmask64(1) << count) - 1, from)) ^
           flips;
#else
    std::uint8_t some[InCodes];
    __builtin_memcpy(some, &flips, InCodes);
    copyBytes<InCodes>(some, from, static_cast<int>(count));
    return loadCodes(some) ^ flips;
#endif
}

constexpr std::int64_t MaxColumns = 1 << 24;
constexpr std::int64_t Cached = 16 * 1024; // bytes of a band

// Of a row with its padding.
std::int64_t columnsOf(const CodePool& p) {
    return (p.outWidth - 1) * p.strideWidth + (p.kernelWidth - 1) * p.dilationWidth + 1;
}
// Whole vectors are written from the first code on, and read from each.
std::int64_t pitchOf(const CodePool& p) { return columnsOf(p) + p.padLeft + 2 * InCodes; }
std::int64_t bandOf(const CodePool& p) {
    const std::int64_t rows = Cached / pitchOf(p);
    return rows < 1 ? 1 : rows < p.outHeight ? rows : p.outHeight;
}

// The greatest of the codes that output row y sees in each column.
EDGEWRIGHT_INLINE void joinRows(const CodePool& p, const std::uint8_t* plane, std::int64_t y, std::int64_t used,
                                Codes flips, std::uint8_t* to) {
    const std::int64_t top = y * p.strideHeight - p.padTop;
    for (std::int64_t x = 0; x < used; x += InCodes) {
        Codes greatest{};
        for (std::int64_t k = 0; k < p.kernelHeight; ++k) {
            const std::int64_t row = top + k * p.dilationHeight;
            if (row < 0 || row >= p.inHeight) continue;
            greatest = greaterCodes(greatest, loadFlipped(plane + row * p.inWidth + x, used - x, flips));
        }
        __builtin_memcpy(to + p.padLeft + x, &greatest, InCodes);
    }
}

EDGEWRIGHT_INLINE Codes joinedAt(const CodePool& p, const std::uint8_t* from) {
    Codes greatest = loadCodes(from);
    for (std::int64_t k = 1; k < p.kernelWidth; ++k)
        greatest = greaterCodes(greatest, loadCodes(from + k * p.dilationWidth));
    return greatest;
}

EDGEWRIGHT_INLINE void joinColumns(const CodePool& p, const std::uint8_t* from, Codes flips, std::uint8_t* to) {
    if (p.strideWidth == 1) {
        for (std::int64_t x = 0; x < p.outWidth; x += InCodes)
            storeCodes(to + x, joinedAt(p, from + x) ^ flips, p.outWidth - x);
        return;
    }
    // Of all positions: most strides are 2, and few planes are large.
    const std::int64_t count = (InCodes - 1) / p.strideWidth + 1;
    for (std::int64_t x = 0; x < p.outWidth; x += count) {
        const Codes all = joinedAt(p, from + x * p.strideWidth) ^ flips;
        if (p.strideWidth == 2) {
            typedef std::uint16_t Pairs __attribute__((vector_size(VectorBytes)));
            typedef std::uint8_t Firsts __attribute__((vector_size(VectorBytes / 2)));
            const Firsts firsts = __builtin_convertvector(reinterpret_cast<Pairs>(all), Firsts);
            storeHalf(to + x, reinterpret_cast<HalfWords>(firsts), p.outWidth - x);
        } else {
            std::uint8_t each[InCodes];
            __builtin_memcpy(each, &all, InCodes);
            for (std::int64_t i = 0; i < count && x + i < p.outWidth; ++i)
                to[x + i] = each[i * p.strideWidth];
        }
    }
}

} // namespace

std::int64_t codeScratch(const CodePool& p) {
    if (p.outWidth > MaxColumns || p.kernelWidth > MaxColumns || p.strideWidth > MaxColumns ||
        p.dilationWidth > MaxColumns || p.padLeft > MaxColumns)
        return -1;
    return columnsOf(p) > MaxColumns ? -1 : bandOf(p) * pitchOf(p);
}

void maximumOfCodes(const CodePool& p) {
    const std::int64_t pitch = pitchOf(p), band = bandOf(p);
    const std::int64_t seen = columnsOf(p) - p.padLeft;
    const std::int64_t used = seen < p.inWidth ? seen : p.inWidth; // columns of the input
    const Codes flips = p.flip - Codes{};
    __builtin_memset(p.scratch, 0, static_cast<std::size_t>(band * pitch));
    const std::uint8_t* in = p.in;
    std::uint8_t* out = p.out;
    for (std::int64_t plane = 0; plane < p.planes; ++plane, in += p.inHeight * p.inWidth)
        for (std::int64_t y = 0; y < p.outHeight; y += band) {
            const std::int64_t rows = y + band < p.outHeight ? band : p.outHeight - y;
            for (std::int64_t r = 0; r < rows; ++r)
                joinRows(p, in, y + r, used, flips, p.scratch + r * pitch);
            for (std::int64_t r = 0; r < rows; ++r, out += p.outWidth)
                joinColumns(p, p.scratch + r * pitch, flips, out);
        }
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
