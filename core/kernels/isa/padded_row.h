// SPDX-License-Identifier: GPL-3.0-or-later
// A row of a plane with its padding, laid out so that neighbouring outputs of a sliding window read
// neighbouring elements at every stride: line p holds the columns p, p + stride, p + 2 stride, ...
#pragma once

#include "core/kernels/isa/vector.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

EDGEWRIGHT_INLINE std::int64_t roundedUp(std::int64_t n, std::int64_t unit) {
    return (n + unit - 1) / unit * unit;
}
EDGEWRIGHT_INLINE std::int64_t lesserOf(std::int64_t a, std::int64_t b) { return a < b ? a : b; }

struct PaddedRow {
    static constexpr std::int64_t MaxTaps = 64;
    static constexpr std::int64_t MaxFloats = 1LL << 24;

    std::int64_t stride;
    std::int64_t lines;
    std::int64_t lineStep; // column where a line starts less that of the line before
    std::int64_t linePitch;
    std::int64_t floats;          // all lines, then a vector's length that may be read
    std::int64_t pad;             // columns before the input
    std::int64_t count;           // columns of the input that some window reads
    std::int64_t column[MaxTaps]; // where tap k of output 0 lies; that of output x lies x behind it
};

// False where the row would be too long. Windows of `kernel` taps, `outputs` of them.
EDGEWRIGHT_INLINE bool layOut(PaddedRow& row, std::int64_t extent, std::int64_t outputs, std::int64_t kernel,
                              std::int64_t stride, std::int64_t dilation, std::int64_t pad) {
    const std::int64_t columns = (outputs - 1) * stride + (kernel - 1) * dilation + 1;
    if (kernel > PaddedRow::MaxTaps || outputs > PaddedRow::MaxFloats || columns > PaddedRow::MaxFloats)
        return false;
    // Either a line for each remainder of the column, or, at large strides, one for each tap.
    const bool remainders = stride <= kernel;
    row.stride = stride;
    row.lines = remainders ? stride : kernel;
    row.lineStep = remainders ? 1 : dilation;
    const std::int64_t line = stride == 1   ? columns
                              : !remainders ? outputs
                              : stride == 2 ? (columns + 1) / 2
                                            : (columns + stride - 1) / stride;
    row.linePitch = roundedUp(line, Lanes);
    row.floats = row.lines * row.linePitch + Lanes;
    row.pad = pad;
    row.count = columns <= pad ? 0 : lesserOf(columns - pad, extent);
    for (std::int64_t k = 0; k < kernel; ++k) {
        const std::int64_t at = k * dilation;
        row.column[k] = stride == 1   ? at
                        : !remainders ? k * row.linePitch
                        : stride == 2 ? at % 2 * row.linePitch + at / 2
                                      : at % stride * row.linePitch + at / stride;
    }
    return row.floats <= PaddedRow::MaxFloats;
}

// The elements of a line that come from the input: [first, last).
struct LinePart {
    std::int64_t first, last;
    std::int64_t from; // input column of the first
};
EDGEWRIGHT_INLINE LinePart partOf(const PaddedRow& row, std::int64_t line) {
    if (row.stride == 1)
        return {lesserOf(row.pad, row.linePitch), lesserOf(row.pad + row.count, row.linePitch), 0};
    const std::int64_t start = line * row.lineStep - row.pad; // input column of the line's first element
    const std::int64_t first = start >= 0 ? 0 : (-start + row.stride - 1) / row.stride;
    const std::int64_t from = start + first * row.stride;
    const std::int64_t behind =
        from >= row.count ? first : first + (row.count - from + row.stride - 1) / row.stride;
    return {lesserOf(first, row.linePitch), lesserOf(behind, row.linePitch), from};
}

EDGEWRIGHT_INLINE void fill(float* from, float* to, Floats value) {
    for (; from + Lanes <= to; from += Lanes)
        store(from, value);
    if (from < to) storeSome(from, value, static_cast<int>(to - from));
}

// Writes what is not input, in `rows` rows that are `pitch` apart.
EDGEWRIGHT_INLINE void fillPadding(const PaddedRow& row, float* to, std::int64_t rows, std::int64_t pitch,
                                   Floats value) {
    for (std::int64_t line = 0; line < row.lines; ++line, to += row.linePitch) {
        const LinePart part = partOf(row, line);
        for (std::int64_t i = 0; i < rows; ++i) {
            float* const start = to + i * pitch;
            fill(start, start + part.first, value);
            fill(start + part.last, start + row.linePitch, value);
        }
    }
}

#if defined(__AVX512F__)
#define EDGEWRIGHT_EVERY_SECOND(x)                                                                             \
    x, x + 2, x + 4, x + 6, x + 8, x + 10, x + 12, x + 14, x + 16, x + 18, x + 20, x + 22, x + 24, x + 26,     \
        x + 28, x + 30
#elif defined(__AVX2__)
#define EDGEWRIGHT_EVERY_SECOND(x) x, x + 2, x + 4, x + 6, x + 8, x + 10, x + 12, x + 14
#else
#define EDGEWRIGHT_EVERY_SECOND(x) x, x + 2, x + 4, x + 6
#endif
EDGEWRIGHT_INLINE Floats evens(Floats a, Floats b) {
    return __builtin_shufflevector(a, b, EDGEWRIGHT_EVERY_SECOND(0));
}
EDGEWRIGHT_INLINE Floats odds(Floats a, Floats b) {
    return __builtin_shufflevector(a, b, EDGEWRIGHT_EVERY_SECOND(1));
}
#undef EDGEWRIGHT_EVERY_SECOND

// Writes what is input: at(i, count) gives the columns i to i + count - 1, count <= Lanes, the other lanes 0.
template <typename At>
EDGEWRIGHT_INLINE void fillInput(const PaddedRow& row, float* to, At at) {
    const std::int64_t count = row.count;
    if (row.stride == 1) {
        to += row.pad;
        std::int64_t i = 0;
        for (; i + Lanes <= count; i += Lanes)
            store(to + i, at(i, Lanes));
        if (i < count) storeSome(to + i, at(i, static_cast<int>(count - i)), static_cast<int>(count - i));
    } else if (row.stride == 2 && row.lines == 2) {
        float* even = to + row.pad % 2 * row.linePitch + row.pad / 2;
        float* odd = to + (row.pad + 1) % 2 * row.linePitch + (row.pad + 1) / 2;
        std::int64_t i = 0;
        for (; i + 2 * Lanes <= count; i += 2 * Lanes, even += Lanes, odd += Lanes) {
            const Floats a = at(i, Lanes);
            const Floats b = at(i + Lanes, Lanes);
            store(even, evens(a, b));
            store(odd, odds(a, b));
        }
        const int rest = static_cast<int>(count - i);
        if (rest == 0) return;
        const Floats a = at(i, rest < Lanes ? rest : Lanes);
        const Floats b = rest > Lanes ? at(i + Lanes, rest - Lanes) : Floats{};
        storeSome(even, evens(a, b), (rest + 1) / 2);
        storeSome(odd, odds(a, b), rest / 2);
    } else if (row.stride == 4 && row.lines == 4) {
        float* lines[4];
        for (std::int64_t p = 0; p < 4; ++p)
            lines[p] = to + (row.pad + p) % 4 * row.linePitch + (row.pad + p) / 4;
        for (std::int64_t i = 0; i < count; i += 4 * Lanes) {
            Floats natural[4];
            for (int v = 0; v < 4; ++v) {
                const std::int64_t left = count - i - v * Lanes;
                natural[v] = left <= 0 ? Floats{} : at(i + v * Lanes, static_cast<int>(lesserOf(left, Lanes)));
            }
            const Floats even0 = evens(natural[0], natural[1]), odd0 = odds(natural[0], natural[1]);
            const Floats even1 = evens(natural[2], natural[3]), odd1 = odds(natural[2], natural[3]);
            const Floats phases[4] = {evens(even0, even1), evens(odd0, odd1), odds(even0, even1),
                                      odds(odd0, odd1)};
            for (int p = 0; p < 4; ++p) {
                const std::int64_t left = (count - i - p + 3) / 4;
                if (left >= Lanes)
                    store(lines[p], phases[p]);
                else if (left > 0)
                    storeSome(lines[p], phases[p], static_cast<int>(left));
                lines[p] += Lanes;
            }
        }
    } else {
        for (std::int64_t line = 0; line < row.lines; ++line, to += row.linePitch) {
            LinePart part = partOf(row, line);
            for (; part.first < part.last; ++part.first, part.from += row.stride)
                to[part.first] = at(part.from, 1)[0];
        }
    }
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
