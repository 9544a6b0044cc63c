// SPDX-License-Identifier: GPL-3.0-or-later
// Tiles of products of packed codes: what is added to their sums, how they are stored, and the sums by vectors.
#pragma once

#include "core/kernels/isa/integer/vectors.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

// The place of a tile in its block. Rows behind the last one count as that.
struct TilePlace {
    std::int64_t i, j;
    std::int64_t rows, columns; // from there on

    std::int64_t row(int r) const { return i + (r < rows ? r : rows - 1); }
};

template <int R, int V>
EDGEWRIGHT_INLINE void storeTileSums(const IntegerBlock& block, const TilePlace& place,
                                     const Words (&sums)[R][V]) {
    repeat<R>([&](auto r) __attribute__((always_inline)) {
        repeat<V>([&](auto v) __attribute__((always_inline)) {
            const std::int64_t column = v.value * Lanes;
            if (r.value >= place.rows || column >= place.columns) return;
            storeSums(block.target.sums + place.row(r.value) * block.stride + place.j + column,
                      sums[r.value][v.value], place.columns - column);
        });
    });
}

// As many rows at a time as make a vector of codes.
template <int R, int V>
EDGEWRIGHT_INLINE void storeTileCodes(const IntegerBlock& block, const TilePlace& place,
                                      const Words (&sums)[R][V]) {
    const Coder coder = coderOf(block.target);
    const std::int64_t stride = block.stride;
    std::uint8_t* to = block.target.codes + place.i * stride + place.j;
    Floats columnScales[V]{};
    if (!block.rowScale)
        repeat<V>([&](auto v) __attribute__((always_inline)) {
            const std::int64_t rest = place.columns - v.value * Lanes;
            const float* from = block.columnScale + place.j + v.value * Lanes;
            if (rest > 0) columnScales[v.value] = rest >= Lanes ? load(from) : loadSome(from, fewer(rest));
        });
    const auto wholes = [&](auto r, auto v) __attribute__((always_inline)) {
        if constexpr (r.value < R && v.value < V) {
            const Floats scale =
                block.rowScale ? splat(block.rowScale[place.row(r.value)]) : columnScales[v.value];
            return wholeOf(toFloats(sums[r.value][v.value]) * scale, coder);
        } else {
            return Words{};
        }
    };
    if constexpr (V == 1 && R >= 4) {
        repeat<R / 4>([&](auto part) __attribute__((always_inline)) {
            constexpr int r = 4 * decltype(part)::value;
            const Number<0> first{};
            const Codes codes =
                codesOfWhole(wholes(Number<r>(), first), wholes(Number<r + 1>(), first),
                             wholes(Number<r + 2>(), first), wholes(Number<r + 3>(), first), coder);
            std::uint8_t four[InCodes];
            __builtin_memcpy(four, &codes, InCodes);
            for (int each = 0; each < 4 && r + each < place.rows; ++each)
                copyBytes<Lanes>(to + (r + each) * stride, four + each * Lanes, fewer(place.columns));
        });
    } else {
        repeat<(R + 1) / 2>([&](auto part) __attribute__((always_inline)) {
            constexpr int r = 2 * decltype(part)::value;
            if (r >= place.rows) return;
            const Codes codes =
                codesOfWhole(wholes(Number<r>(), Number<0>()), wholes(Number<r>(), Number<1>()),
                             wholes(Number<r + 1>(), Number<0>()), wholes(Number<r + 1>(), Number<1>()), coder);
            storeHalf(to + r * stride, half<0>(codes), place.columns);
            if (r + 1 < place.rows) storeHalf(to + (r + 1) * stride, half<1>(codes), place.columns);
        });
    }
}

// Adds the terms of a block to the sums of a tile, and stores them.
template <int R, int V>
EDGEWRIGHT_INLINE void finishTile(const IntegerBlock& block, const TilePlace& place, Words (&sums)[R][V]) {
    Words terms[V]{}, factors[V]{};
    repeat<V>([&](auto v) __attribute__((always_inline)) {
        const std::int64_t column = place.j + v.value * Lanes;
        if (block.columnTerm) terms[v.value] = loadWords(block.columnTerm + column);
        if (block.rowFactor) factors[v.value] = loadWords(block.columnFactor + column);
    });
    repeat<R>([&](auto r) __attribute__((always_inline)) {
        const auto term = static_cast<std::uint32_t>(block.rowTerm ? block.rowTerm[place.row(r.value)] : 0);
        repeat<V>([&](auto v)
                      __attribute__((always_inline)) { sums[r.value][v.value] += terms[v.value] + term; });
        if (!block.rowFactor) return;
        const auto factor = static_cast<std::uint32_t>(block.rowFactor[place.row(r.value)]);
        repeat<V>([&](auto v)
                      __attribute__((always_inline)) { sums[r.value][v.value] += factors[v.value] * factor; });
    });
    if (block.target.codes)
        storeTileCodes<R, V>(block, place, sums);
    else
        storeTileSums<R, V>(block, place, sums);
}

// Layouts of a panel of A. forEachPart calls body(at, first, count): from a[at] on lie `count` units of every
// row, which meet those of B from unit `first` on; all parts together are the product.

// The rows of each unit.
struct RowsOfUnits {
    static constexpr int PanelRows = Rows, RowStep = 1, UnitStep = Rows;
    template <typename Body>
    EDGEWRIGHT_INLINE void forEachPart(std::int64_t units, const Body& body) {
        body(0, 0, units);
    }
};

// The first R rows of a panel of A, from `a` on, by the first V vectors of a panel of B. Where these make fewer
// sums than products are on their way at once, units are added to several sets of sums in turn.
template <typename Layout, int R, int V>
void tile(const IntegerBlock& block, const std::uint32_t* a, const std::uint32_t* b, std::int64_t i,
          std::int64_t j) {
    constexpr int Sets = R * V >= 8 ? 1 : 8 / (R * V);
    Words sets[Sets][R][V]{};
    Words(&sums)[R][V] = sets[0];
    Layout::forEachPart(
        block.k, [&](std::int64_t at, std::int64_t first, std::int64_t count) __attribute__((always_inline)) {
            const std::uint32_t* left = a + at;
            const auto addUnit = [&](Words(&to)[R][V], const std::uint32_t* columns)
                __attribute__((always_inline)) {
                Words u[V];
                repeat<V>([&](auto v) __attribute__((always_inline)) {
                    u[v.value] = loadWords(columns + v.value * Lanes);
                });
                repeat<R>([&](auto r) __attribute__((always_inline)) {
                    const Words w = all(left[r.value * Layout::RowStep]);
                    repeat<V>([&](auto v) __attribute__((always_inline)) {
                        to[r.value][v.value] = dot(to[r.value][v.value], u[v.value], w);
                    });
                });
                left += Layout::UnitStep;
            };
            std::int64_t k = first;
            const std::int64_t end = first + count;
            if (block.bOffsets) {
                for (; k < end; ++k)
                    addUnit(sums, b + block.bOffsets[k]);
                return;
            }
            for (; k + Sets <= end; k += Sets)
                repeat<Sets>([&](auto set) __attribute__((always_inline)) {
                    addUnit(sets[set.value], b + (k + set.value) * Columns);
                });
            for (; k < end; ++k)
                addUnit(sums, b + k * Columns);
        });
    if constexpr (Sets > 1)
        repeat<Sets - 1>([&](auto set) __attribute__((always_inline)) {
            repeat<R>([&](auto r) __attribute__((always_inline)) {
                repeat<V>([&](auto v) __attribute__((always_inline)) {
                    sums[r.value][v.value] += sets[set.value + 1][r.value][v.value];
                });
            });
        });
    finishTile<R, V>(block, {i, j, block.m - i, block.n - j}, sums);
}

template <typename Layout, int V>
EDGEWRIGHT_INLINE void tileRows(const IntegerBlock& block, const std::uint32_t* a, const std::uint32_t* b,
                                std::int64_t i, std::int64_t j) {
    const std::int64_t rows = block.m - i;
    if (rows > 4)
        tile<Layout, Rows, V>(block, a, b, i, j);
    else if (rows > 2)
        tile<Layout, 4, V>(block, a, b, i, j);
    else if (rows > 1)
        tile<Layout, 2, V>(block, a, b, i, j);
    else
        tile<Layout, 1, V>(block, a, b, i, j);
}

// Rows [i, m) of a block.
template <typename Layout>
void multiplyByVectors(const IntegerBlock& block, std::int64_t i = 0) {
    for (; i < block.m; i += Rows) {
        const std::uint32_t* const a =
            block.a + i / Layout::PanelRows * block.aPanel + i % Layout::PanelRows * Layout::RowStep;
        const std::uint32_t* b = block.b;
        for (std::int64_t j = 0; j < block.n; j += Columns, b += block.bPanel) {
            if (block.n - j > Lanes)
                tileRows<Layout, Vectors>(block, a, b, i, j);
            else
                tileRows<Layout, 1>(block, a, b, i, j);
        }
    }
}

// The table of an instruction set, with its products and what they want rows packed as.
consteval IntegerTiles integerTilesOf(int rows, int rowUnits, decltype(IntegerTiles::packRows) pack,
                                      decltype(IntegerTiles::block) multiply) {
    return {.rows = rows,
            .columns = Columns,
            .depth = Depth,
            .rowUnits = rowUnits,
            .packRows = pack,
            .packLine = packLine,
            .interleave = interleave,
            .packSegments = packSegments,
            .copyLines = copyLines,
            .transposeCodes = transposeCodes,
            .block = multiply,
            .plane = convolvePlane,
            .permutesCodes = permutesCodes,
            .smallPlanes = convolveSmallPlanes,
            .encode = encode,
            .decode = decode,
            .addCodes = addCodes,
            .multiplyCodes = multiplyCodes,
            .lookUp = lookUp,
            .softmaxCodes = softmaxCodes,
            .sumCodes = sumCodes};
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
