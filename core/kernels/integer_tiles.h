// SPDX-License-Identifier: GPL-3.0-or-later
// Exact products of 8-bit codes, summed in 32 bits that wrap around, in tiles that stay in registers.
//
// The product is that of signed rows v in [-128, 127] and unsigned columns u in [0, 255]; codes of the other
// kind are moved by 128 (their top bit flips) and their zero point with them. With zero points zv and zu the
// sum over K is
//
//   sum (v - zv)(u - zu) = sum v u - zu (sum v - K zv) - zv sum u
//
// of which the kernels compute the first term and add what GemmTerms holds for the others. No instruction that
// saturates is used: the result is the same on every processor.
//
// Rows and columns are packed in units of 32 bits: `depth` consecutive codes of one row or column. With 4 codes
// a unit is 4 bytes (for dot products of bytes), with 2 it is 2 numbers of 16 bits.
#pragma once

#include "core/kernels/gemm_tiles.h"

#include <cstdint>

namespace edgewright::kernels {

// The target of sums: `sums` takes them as they are, else to `codes` as the code of float32(sum) * scale:
// clamped to [low, high], rounded half to even, plus zero. NaN becomes `low`. Codes of either signedness are
// their low 8 bits.
struct IntegerTarget {
    std::int32_t* sums = nullptr;
    std::uint8_t* codes = nullptr;
    float low = 0, high = 0; // whole numbers, within [-65536, 65536]
    std::int32_t zero = 0;
};

// One block of C = A B from packed panels: m x n, row-major with `stride` elements from row to row.
struct IntegerBlock {
    const std::uint32_t* a; // panels of `rows` rows, as packRows writes them
    const std::uint32_t* b; // panels of `columns` columns: for each unit of k the panel's columns
    std::int64_t aPanel;    // units from one panel of A to the next
    std::int64_t bPanel;
    std::int64_t m, n;
    std::int64_t k; // units
    // When not null, columns are read where they lie: those of unit k of a panel from b[bOffsets[k]] on instead
    // of b[k * columns], up to the end of the panel.
    const std::int64_t* bOffsets;
    // Added to sum (i, j): rowTerm[i] + columnTerm[j] + rowFactor[i] * columnFactor[j]. Null: nothing. What
    // belongs to columns is readable up to the end of the last panel.
    const std::int32_t* rowTerm;
    const std::int32_t* columnTerm;
    const std::int32_t* rowFactor;
    const std::int32_t* columnFactor; // null when rowFactor is
    const float* rowScale;            // for codes: one of the two
    const float* columnScale;
    IntegerTarget target;
    std::int64_t stride;
};

// Some lines of the convolution of planes by the filters of some channels. A kernel row's weights are units of
// `depth` neighbouring columns, or, where `dilation` is above 1, of one column each:
//
//   sum (c, i, j) = terms[c] + sum over q and t of weights[c, q, t] * codes[rows[q] + i * lineStep + j * step +
//   t * dilation]
struct IntegerPlane {
    const std::uint8_t* codes; // unsigned; PlaneSlack bytes are readable behind every one that is named
    const std::int64_t* rows;  // [kernelHeight]
    std::int64_t lineStep;     // codes
    std::int64_t step;         // 1 or 2
    std::int64_t kernelHeight, kernelWidth;
    std::int64_t dilation;        // along the line
    std::int64_t channels;        // that are made
    const std::uint32_t* weights; // of each channel [kernelHeight, units of a kernel row], as packLine writes
    std::int64_t weightStride;    // units from one channel to the next
    std::int64_t lines, n;        // n sums in a line
    const std::int32_t* terms;
    // When factors are not null, factors[c] * the same sum with these instead of the weights is added.
    const std::uint32_t* ones;
    const std::int32_t* factors;
    const float* scales;     // for codes
    IntegerTarget target;    // of each channel [lines, n], without gaps
    std::int64_t targetStep; // from one channel to the next
};
inline constexpr std::int64_t PlaneSlack = 512;

// The convolution of some channels by a filter each, whose codes are read as they lie:
//
//   sum (plane, o) = terms[plane] + sum over u and i of weights[plane, u][i] * code(plane, u, o, i)
//
// for output o, unit u of the filter and code i of the unit, which is that at offsets[u, vector of o] +
// places[u, o, i] of the plane.
struct SmallPlanes {
    const std::uint8_t* codes; // [planes, inPlane], unsigned once flipped
    std::uint8_t flip;
    std::uint8_t padding; // what stands outside of a plane, flipped
    std::int64_t planes, inPlane, outPlane;
    std::int64_t units;           // of a filter
    std::int64_t held;            // whole vectors of codes that places lie in: 1 or 2
    std::int64_t tableVectors;    // of sums of a plane
    const std::int32_t* offsets;  // [units, tableVectors]: so many vectors of codes, or the plane, lie behind
    const std::uint8_t* places;   // [units, tableVectors, lanes, depth]
    const std::uint64_t* outside; // [units, tableVectors]: bit i is set where code i of the vector is padding
    const std::uint8_t* joined;   // [lanes * depth]: of the codes that are made at once, those of outputs
    const std::uint32_t* weights; // [planes, weightStride], as packLine writes them
    std::int64_t weightStride;
    const std::int32_t* terms; // [planes]
    const float* scales;       // [planes]
    IntegerTarget target;      // of codes: [planes, outPlane], without gaps
};

struct IntegerTiles {
    int rows;    // of a panel of A
    int columns; // of a panel of B
    int depth;   // codes in a unit: 4 or 2
    // A row takes a multiple of so many units of a panel of A. 1: a panel is, for each unit of k, the units of
    // its rows. Else it is, for so many units of k each, the units of each row; the last of them end with the
    // last unit of k, and are zero where they stand before.
    int rowUnits;
    // Units of a panel whose rows have so many.
    std::int64_t panelUnits(std::int64_t units) const {
        return (units + rowUnits - 1) / rowUnits * rowUnits * rows;
    }
    // Codes become rows: v = the signed byte from[i * stride + kk] ^ flip. Writes ceil(m / rows) panels of
    // panelUnits(ceil(k / depth)) units, zero beyond k; what stands for rows beyond m is left as it is. sums[i]
    // is the sum of v over k.
    void (*packRows)(const std::uint8_t* from, std::int64_t stride, std::int64_t m, std::int64_t k,
                     std::uint8_t flip, std::uint32_t* to, std::int32_t* sums);
    // The units of one row, one after the other. The sum of v.
    std::int32_t (*packLine)(const std::uint8_t* from, std::int64_t k, std::uint8_t flip, std::uint32_t* to);
    // Codes become columns: unit (g, j), at to[g * toStride + j], takes u = from[(g * depth + t) * stride + j]
    // ^ flip for t < depth; 0 beyond k. Nothing beyond [0, n) is read or written.
    void (*interleave)(const std::uint8_t* from, std::int64_t stride, std::int64_t k, std::int64_t n,
                       std::uint8_t flip, std::uint32_t* to, std::int64_t toStride);
    // `groups` rows of a panel of B, `columns` units each: unit `to + i` of a segment is that at
    // source[g * plane + from + i * step]; where no segment lies, fill[0], or fill[1] in the last row. Reads
    // and writes whole vectors: 2 * `columns` units must be readable behind each segment, the panel is followed
    // by `columns` writable units.
    void (*packSegments)(const std::uint32_t* source, std::int64_t plane, std::int64_t groups,
                         const Segment* segments, std::int64_t segmentCount, std::int64_t step,
                         const std::uint32_t* fill, std::uint32_t* to);
    // to[i * toStep + j] = from[i * fromStep + j] ^ flip for i < lines and j < n; no other byte is read or
    // written.
    void (*copyLines)(const std::uint8_t* from, std::int64_t fromStep, std::int64_t lines, std::int64_t n,
                      std::uint8_t flip, std::uint8_t* to, std::int64_t toStep);
    // to[j * toStride + i] = from[i * fromStride + j] for i < rows and j < columns, as elementwise's transpose.
    void (*transposeCodes)(const std::uint8_t* from, std::int64_t fromStride, std::uint8_t* to,
                           std::int64_t toStride, std::int64_t rows, std::int64_t columns);
    void (*block)(const IntegerBlock& block);
    void (*plane)(const IntegerPlane& plane);
    // True if the processor permutes codes, which smallPlanes consists of.
    bool (*permutesCodes)();
    void (*smallPlanes)(const SmallPlanes& planes);
    // Codes of values: float32(x / scale), then as IntegerTarget says.
    void (*encode)(const float* from, std::int64_t n, float scale, const IntegerTarget& target);
    // float32(code - zero) * scale; `flip` is 0x80 for signed codes, whose zero point is then moved by 128.
    void (*decode)(const std::uint8_t* from, std::int64_t n, std::uint8_t flip, std::int32_t zero, float scale,
                   float* to);
    // (constant + left * a) + right * b in float32, each step rounded, as IntegerTarget says; `flip` as in
    // decode. A step of 0 repeats the first code.
    void (*addCodes)(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
                     std::int64_t n, std::uint8_t flip, float constant, float left, float right,
                     const IntegerTarget& target);
    // (a - aZero) * (b - bZero), exact, * scale + constant in float32, each step rounded, as IntegerTarget
    // says; zero points and steps as in decode and addCodes, |a - aZero| and |b - bZero| below 2^15.
    void (*multiplyCodes)(const std::uint8_t* a, std::int64_t aStep, const std::uint8_t* b, std::int64_t bStep,
                          std::int64_t n, std::uint8_t flip, std::int32_t aZero, std::int32_t bZero,
                          float scale, float constant, const IntegerTarget& target);
    // to[i] = table[from[i]], of 256 entries.
    void (*lookUp)(const std::uint8_t* from, std::int64_t n, const std::uint8_t* table, std::uint8_t* to);
    // Lines of `count` codes x as the codes of float32(e / (yScale * the sum of e)), where e is
    // exp(scale * (x - the largest of the line)); scale is above 0. `numbers` has room for a line, rounded up
    // to whole vectors of codes.
    void (*softmaxCodes)(const std::uint8_t* from, std::int64_t lines, std::int64_t count, std::uint8_t flip,
                         float scale, float yScale, const IntegerTarget& target, float* numbers);
    std::int64_t (*sumCodes)(const std::uint8_t* from, std::int64_t n, std::uint8_t flip);
};

} // namespace edgewright::kernels
