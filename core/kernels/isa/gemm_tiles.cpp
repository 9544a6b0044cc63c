// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/gemm_tiles.h"

#include "core/kernels/isa/exchange.h"
#include "core/kernels/isa/rows.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

// Products that are summed up in one accumulator. Longer sums are those of such parts: less is lost to
// rounding, and MLAS, whose results many references are, rounds at the same places.
constexpr std::int64_t Part = 128;

// Steps that packed rows are fetched ahead: those of weights come from memory, which takes some 200 ns.
constexpr std::int64_t Ahead = 64;

struct Tile {
    const float* a;
    std::int64_t aStride; // of its rows; 0: packed
    const float* b;
    std::int64_t k;
    float* c;
    std::int64_t cStride;
    bool add;
    const float* rowBias;
    const float* columnBias;
    float low, high;
    int lastLanes; // of the last vector
};

using TileFunction = void (*)(const Tile&);

// `Rows` x `Vectors` accumulators, the row of B and a broadcast of A fill the register file: 32 registers,
// or 16.
template <int Rows, int Vectors>
struct Tiling {
    static constexpr int Columns = Vectors * Lanes;

    // Packed: A is in panels; else its rows are read where they lie.
    template <int R, int V, bool Packed>
    static void multiplyTile(const Tile& tile) {
        Floats sums[R][V] = {};
        const float* a = tile.a;
        const float* b = tile.b;
        const std::int64_t step = Packed ? 1 : tile.aStride;
        for (std::int64_t k = 0; k < tile.k; ++k, a += Packed ? Rows : 1, b += Columns) {
            if constexpr (Packed) __builtin_prefetch(a + Ahead * Rows);
            Floats right[V];
#pragma GCC unroll 4
            for (int v = 0; v < V; ++v)
                right[v] = load(b + v * Lanes);
#pragma GCC unroll 16
            for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
                for (int v = 0; v < V; ++v)
                    sums[r][v] = fused(right[v], splat(a[r * step]), sums[r][v]);
        }
        const Floats low = splat(tile.low);
        const Floats high = splat(tile.high);
        // The two most frequent ends, in straight lines: short sums would take as long to store as to compute.
        if constexpr (R == Rows && V == Vectors)
            if (!tile.add && !tile.columnBias && tile.lastLanes == Lanes) {
                const bool bounded = tile.low > -__builtin_inff() || tile.high < __builtin_inff();
                if (!tile.rowBias && !bounded) {
#pragma GCC unroll 8
                    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
                        for (int v = 0; v < V; ++v)
                            store(tile.c + r * tile.cStride + v * Lanes, sums[r][v]);
                    return;
                }
                if (tile.rowBias) {
#pragma GCC unroll 8
                    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
                        for (int v = 0; v < V; ++v) {
                            Floats value = sums[r][v] + splat(tile.rowBias[r]);
                            value = value < low ? low : value;
                            value = value > high ? high : value;
                            store(tile.c + r * tile.cStride + v * Lanes, value);
                        }
                    return;
                }
            }
        const auto lanesOf = [&](int v) { return v + 1 < V ? Lanes : tile.lastLanes; };
        for (int r = 0; r < R; ++r) {
            float* c = tile.c + r * tile.cStride;
            for (int v = 0; v < V; ++v, c += Lanes) {
                const int lanes = lanesOf(v);
                Floats value = sums[r][v];
                if (tile.add) value = (lanes == Lanes ? load(c) : loadSome(c, lanes)) + value;
                if (tile.rowBias) value += splat(tile.rowBias[r]);
                if (tile.columnBias)
                    value += lanes == Lanes ? load(tile.columnBias + v * Lanes)
                                            : loadSome(tile.columnBias + v * Lanes, lanes);
                value = value < low ? low : value;
                value = value > high ? high : value;
                if (lanes == Lanes)
                    store(c, value);
                else
                    storeSome(c, value, lanes);
            }
        }
    }

    // Unpacked and packed, by rows, then by vectors.
    struct Functions {
        TileFunction of[2][Rows][Vectors];
    };
    template <int R, int V>
    static constexpr void fill(Functions& functions) {
        functions.of[0][R - 1][V - 1] = multiplyTile<R, V, false>;
        functions.of[1][R - 1][V - 1] = multiplyTile<R, V, true>;
        if constexpr (V > 1)
            fill<R, V - 1>(functions);
        else if constexpr (R > 1)
            fill<R - 1, Vectors>(functions);
    }
    static constexpr Functions allFunctions() {
        Functions functions{};
        fill<Rows, Vectors>(functions);
        return functions;
    }

    static void block(const GemmBlock& g) {
        static constexpr Functions All = allFunctions();
        constexpr float Infinity = __builtin_inff();
        const bool packed = g.aStride == 0;
        for (std::int64_t i = 0; i * Rows < g.m; ++i) {
            const std::int64_t left = g.m - i * Rows;
            const int rows = left < Rows ? static_cast<int>(left) : Rows;
            for (std::int64_t j = 0; j * Columns < g.n; ++j) {
                const std::int64_t rest = g.n - j * Columns;
                const int columns = rest < Columns ? static_cast<int>(rest) : Columns;
                const int vectors = (columns + Lanes - 1) / Lanes;
                for (std::int64_t k = 0; k < g.k; k += Part) {
                    const bool last = k + Part >= g.k;
                    All.of[packed ? 1 : 0][rows - 1][vectors - 1](
                        {g.a + i * g.aPanel + k * (packed ? Rows : 1), g.aStride,
                         g.b + j * g.bPanel + k * Columns, last ? g.k - k : Part,
                         g.c + i * Rows * g.cStride + j * Columns, g.cStride, g.add || k > 0,
                         last && g.rowBias ? g.rowBias + i * Rows : nullptr,
                         last && g.columnBias ? g.columnBias + j * Columns : nullptr, last ? g.low : -Infinity,
                         last ? g.high : Infinity, columns - (vectors - 1) * Lanes});
                }
            }
        }
    }

    // `Lanes` columns of as many rows as fill a vector, or of `Rows` where these are fewer.
    __attribute__((always_inline)) static void packSquare(const float* from, std::int64_t stride, float* to) {
        constexpr int Count = Rows < Lanes ? Rows : Lanes;
        Floats rows[Count];
#pragma GCC unroll 16
        for (int r = 0; r < Count; ++r)
            rows[r] = load(from + r * stride);
        exchangeRows<1>(rows);
        exchangeRows<2>(rows);
        if constexpr (Count > 4) exchangeRows<4>(rows);
        // Row i now holds column i of all rows, and behind it, where Count is half of Lanes, column Count + i.
        if constexpr (Count < Lanes) {
            static_assert(2 * Count == Lanes || Count == Lanes);
#pragma GCC unroll 16
            for (int i = 0; i < Count; i += 2) {
                exchange<Lanes / 2>(rows[i], rows[i + 1], AllLanes());
                store(to + i * Rows, rows[i]);
                store(to + (Count + i) * Rows, rows[i + 1]);
            }
        } else {
#pragma GCC unroll 16
            for (int i = 0; i < Count; ++i)
                store(to + i * Rows, rows[i]);
        }
    }

    static void packRows(const float* a, std::int64_t stride, bool transposed, std::int64_t m, std::int64_t k,
                         float* to) {
        constexpr int Step = Rows < Lanes ? Rows : Lanes;
        const std::int64_t across = transposed ? 1 : stride;
        const std::int64_t along = transposed ? stride : 1;
        for (std::int64_t i = 0; i < m; i += Rows) {
            const int rows = m - i < Rows ? static_cast<int>(m - i) : Rows;
            const float* from = a + i * across;
            std::int64_t j = 0;
            if constexpr (Rows % Step == 0 && (Rows & (Rows - 1)) == 0)
                if (!transposed && rows == Rows)
                    for (; j + Lanes <= k; j += Lanes, to += Lanes * Rows)
                        for (int r = 0; r < Rows; r += Step)
                            packSquare(from + r * stride + j, stride, to + r);
            for (; j < k; ++j, to += Rows) {
                for (int r = 0; r < rows; ++r)
                    to[r] = from[r * across + j * along];
                for (int r = rows; r < Rows; ++r)
                    to[r] = 0;
            }
        }
    }

    static void packColumns(const float* b, std::int64_t stride, bool transposed, std::int64_t k,
                            std::int64_t n, float* to, std::int64_t panel) {
        for (std::int64_t j = 0; j < n; j += Columns, to += panel) {
            const int columns = n - j < Columns ? static_cast<int>(n - j) : Columns;
            const float* from = b + (transposed ? j * stride : j);
            if (transposed) {
                transpose(from, stride, to, Columns, columns, k);
            } else if (columns == Columns) {
                for (std::int64_t i = 0; i < k; ++i)
                    for (int v = 0; v < Vectors; ++v)
                        store(to + i * Columns + v * Lanes, load(from + i * stride + v * Lanes));
            } else {
                for (std::int64_t i = 0; i < k; ++i)
                    for (int c = 0; c < columns; ++c)
                        to[i * Columns + c] = from[i * stride + c];
            }
            for (std::int64_t i = 0; columns < Columns && i < k; ++i)
                for (int c = columns; c < Columns; ++c)
                    to[i * Columns + c] = 0;
        }
    }

    static void packTaps(const float* source, std::int64_t channels, std::int64_t plane, const TapColumns* taps,
                         std::int64_t tapCount, float* to) {
        for (std::int64_t c = 0; c < channels; ++c, source += plane)
            for (std::int64_t t = 0; t < tapCount; ++t, to += Columns) {
                const TapColumns& tap = taps[t];
                if (tap.partial)
                    for (int v = 0; v < Vectors; ++v)
                        store(to + v * Lanes, Floats{});
                for (std::int32_t s = 0; s < tap.count; ++s) {
                    const Segment& segment = tap.segments[s];
                    const float* from = source + segment.from;
                    float* columns = to + segment.to;
                    int left = segment.count;
                    for (; left >= Lanes; left -= Lanes, from += Lanes, columns += Lanes)
                        store(columns, load(from));
                    // Behind the segment's end go zeros, which the next segment overwrites.
                    if (left > 0) store(columns, loadSome(from, left));
                }
            }
    }

    static constexpr GemmTiles tiles(decltype(GemmTiles::rowsTimesVector) rowsTimesVector,
                                     decltype(GemmTiles::vectorTimesColumns) vectorTimesColumns) {
        return {Rows, Columns, packRows, packColumns, packTaps, block, rowsTimesVector, vectorTimesColumns};
    }
};

EDGEWRIGHT_INLINE float total(Floats value) {
    float sum = 0;
    for (int i = 0; i < Lanes; ++i)
        sum += value[i];
    return sum;
}

template <int R>
void rowsTimes(const float* a, std::int64_t stride, std::int64_t k, const float* x, float* y) {
    constexpr int Chains = R == 1 ? 4 : 2; // hide the latency of the additions
    Floats sums[R][Chains] = {};
    std::int64_t j = 0;
    for (; j + Chains * Lanes <= k; j += Chains * Lanes)
#pragma GCC unroll 4
        for (int chain = 0; chain < Chains; ++chain) {
            const Floats right = load(x + j + chain * Lanes);
#pragma GCC unroll 8
            for (int r = 0; r < R; ++r)
                sums[r][chain] += right * load(a + r * stride + j + chain * Lanes);
        }
    for (; j < k; j += Lanes) {
        const int lanes = k - j < Lanes ? static_cast<int>(k - j) : Lanes;
        const Floats right = loadSome(x + j, lanes);
        for (int r = 0; r < R; ++r)
            sums[r][0] += right * loadSome(a + r * stride + j, lanes);
    }
    for (int r = 0; r < R; ++r) {
        Floats sum = sums[r][0];
        for (int chain = 1; chain < Chains; ++chain)
            sum += sums[r][chain];
        y[r] = total(sum);
    }
}

// Lane i becomes the total of rows[i]; `rows` is overwritten.
EDGEWRIGHT_INLINE Floats totals(Floats (&rows)[Lanes]) {
#pragma GCC unroll 4
    for (int step = Lanes / 2; step > 0; step /= 2)
#pragma GCC unroll 8
        for (int i = 0; i < step; ++i) {
            if (step == 8) exchange<8 % Lanes>(rows[i], rows[i + step], AllLanes());
            if (step == 4) exchange<4 % Lanes>(rows[i], rows[i + step], AllLanes());
            if (step == 2) exchange<2>(rows[i], rows[i + step], AllLanes());
            if (step == 1) exchange<1>(rows[i], rows[i + step], AllLanes());
            rows[i] += rows[i + step];
        }
    return rows[0];
}

// As many rows as lanes: enough chains, and one vector of totals.
void lanesOfRowsTimes(const float* a, std::int64_t stride, std::int64_t k, const float* x, float* y) {
    Floats sums[Lanes] = {};
    std::int64_t j = 0;
    for (; j + Lanes <= k; j += Lanes) {
        const Floats right = load(x + j);
#pragma GCC unroll 16
        for (int r = 0; r < Lanes; ++r)
            sums[r] += right * load(a + r * stride + j);
    }
    if (j < k) {
        const int lanes = static_cast<int>(k - j);
        const Floats right = loadSome(x + j, lanes);
#pragma GCC unroll 16
        for (int r = 0; r < Lanes; ++r)
            sums[r] += right * loadSome(a + r * stride + j, lanes);
    }
    store(y, totals(sums));
}

void rowsTimesVector(const float* a, std::int64_t stride, std::int64_t m, std::int64_t k, const float* x,
                     float* y) {
    std::int64_t i = 0;
    for (; Lanes >= 8 && i + Lanes <= m; i += Lanes)
        lanesOfRowsTimes(a + i * stride, stride, k, x, y + i);
    for (; i + 4 <= m; i += 4)
        rowsTimes<4>(a + i * stride, stride, k, x, y + i);
    for (; i < m; ++i)
        rowsTimes<1>(a + i * stride, stride, k, x, y + i);
}

template <int V>
void timesColumns(const float* x, const float* b, std::int64_t stride, std::int64_t k, int lastLanes,
                  float* y) {
    Floats sums[V] = {};
    for (std::int64_t i = 0; i < k; ++i, b += stride)
#pragma GCC unroll 8
        for (int v = 0; v < V; ++v)
            sums[v] +=
                (v + 1 < V || lastLanes == Lanes ? load(b + v * Lanes) : loadSome(b + v * Lanes, lastLanes)) *
                x[i];
    for (int v = 0; v + 1 < V; ++v)
        store(y + v * Lanes, sums[v]);
    storeSome(y + (V - 1) * Lanes, sums[V - 1], lastLanes);
}

void vectorTimesColumns(const float* x, const float* b, std::int64_t stride, std::int64_t k, std::int64_t n,
                        float* y) {
    std::int64_t j = 0;
    for (; j + 8 * Lanes <= n; j += 8 * Lanes)
        timesColumns<8>(x, b + j, stride, k, Lanes, y + j);
    for (; j + 2 * Lanes <= n; j += 2 * Lanes)
        timesColumns<2>(x, b + j, stride, k, Lanes, y + j);
    for (; j < n; j += Lanes)
        timesColumns<1>(x, b + j, stride, k, n - j < Lanes ? static_cast<int>(n - j) : Lanes, y + j);
}

// The first ones are taken where nobody chooses.
#if defined(__AVX512F__) || defined(__aarch64__)
using FirstTiling = Tiling<8, 3>;
using TallTiling = Tiling<12, 2>;
using WideTiling = Tiling<6, 4>;
#elif defined(__AVX2__)
using FirstTiling = Tiling<4, 3>;
using TallTiling = Tiling<6, 2>;
using WideTiling = Tiling<3, 4>;
#else
using FirstTiling = Tiling<4, 2>;
using TallTiling = Tiling<6, 2>;
using WideTiling = Tiling<3, 4>;
#endif

constexpr GemmTiles FirstTiles = FirstTiling::tiles(rowsTimesVector, vectorTimesColumns),
                    TallTiles = TallTiling::tiles(rowsTimesVector, vectorTimesColumns),
                    WideTiles = WideTiling::tiles(rowsTimesVector, vectorTimesColumns);

} // namespace

extern const GemmTiles* const gemmTiles[GemmTileCount] = {&FirstTiles, &TallTiles, &WideTiles};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
