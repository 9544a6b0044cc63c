// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kernels/direct.h"

#include "core/kernels/gemm_tiles.h"
#include "core/kernels/isa/channel_lanes.h"
#include "core/kernels/isa/padded_planes.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int Rows = 8; // of a panel of weights, as in gemm_tiles.cpp
constexpr int vectorsFor(int rows) { return rows > 6 ? 3 : rows > 4 ? 4 : rows == 4 ? 6 : 8; }
#else
constexpr int Rows = 4;
constexpr int vectorsFor(int rows) { return rows == 4 ? 3 : rows == 3 ? 4 : 6; }
#endif
constexpr int MaxVectors = 8;

// Products that are summed up in one accumulator, as in gemm_tiles.cpp.
constexpr std::int64_t Part = 128;

constexpr std::int64_t MaxWeights = 64 * 1024; // floats of all panels that pixels stay for

std::int64_t scratchFloats(const DirectRows& d) {
    PaddedPlanes layout;
    return layOut(d, layout) ? d.inChannels * layout.plane : -1;
}

// Vectors of outputs of one panel's channels.
struct Tile {
    const float* from[MaxVectors]; // what the first tap reads
    float* to[MaxVectors];         // of the first channel
    int lanes[MaxVectors];         // that are outputs; 0: none, the vector fills up the tile
    const float* weights;
    std::int64_t channels; // of the input
    std::int64_t plane, rowStep, outPlane;
    std::int64_t kernelHeight, kernelWidth;
    const std::int64_t* column; // of each tap of a row
    bool add;                   // to what the outputs hold
    bool whole;                 // all vectors are outputs, and nothing is added
    const float* bias;
    float low, high;
};

template <int R>
void sumTile(const Tile& tile) {
    constexpr int V = vectorsFor(R);
    Floats sums[R][V] = {};
    const float* weight = tile.weights;
    for (std::int64_t c = 0; c < tile.channels; ++c)
        for (std::int64_t ky = 0; ky < tile.kernelHeight; ++ky) {
            const std::int64_t line = c * tile.plane + ky * tile.rowStep;
            for (std::int64_t kx = 0; kx < tile.kernelWidth; ++kx, weight += Rows) {
                const std::int64_t at = line + tile.column[kx];
                Floats right[V];
#pragma GCC unroll 8
                for (int v = 0; v < V; ++v)
                    right[v] = load(tile.from[v] + at);
#pragma GCC unroll 8
                for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
                    for (int v = 0; v < V; ++v)
                        sums[r][v] = fused(right[v], splat(weight[r]), sums[r][v]);
            }
        }
    const Floats low = splat(tile.low), high = splat(tile.high);
    const auto finished = [&](Floats value, int r) __attribute__((always_inline)) {
        if (tile.bias) value += splat(tile.bias[r]);
        value = value < low ? low : value;
        return value > high ? high : value;
    };
    if (tile.whole) {
#pragma GCC unroll 8
        for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
            for (int v = 0; v < V; ++v) {
                float* const to = tile.to[v] + r * tile.outPlane;
                store(to, finished(sums[r][v], r));
            }
        return;
    }
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 8
        for (int v = 0; v < V; ++v) {
            const int lanes = tile.lanes[v];
            if (lanes == 0) break;
            float* const to = tile.to[v] + r * tile.outPlane;
            Floats value = sums[r][v];
            if (tile.add) value = (lanes == Lanes ? load(to) : loadSome(to, lanes)) + value;
            value = finished(value, r);
            if (lanes == Lanes)
                store(to, value);
            else
                storeSome(to, value, lanes);
        }
}

using TileFunction = void (*)(const Tile&);
constexpr TileFunction Functions[Rows] = {
    sumTile<1>, sumTile<2>, sumTile<3>, sumTile<4>,
#if defined(__AVX512F__) || defined(__aarch64__)
    sumTile<5>, sumTile<6>, sumTile<7>, sumTile<8>,
#endif
};

void run(const DirectRows& d) {
    constexpr float Infinity = __builtin_inff();
    PaddedPlanes layout;
    if (d.count < 1 || !layOut(d, layout)) return;
    copyPadded(d, layout);
    const std::int64_t taps = d.kernelHeight * d.kernelWidth;
    const std::int64_t depth = d.inChannels * taps;
    const std::int64_t part = taps >= Part ? 1 : Part / taps; // channels
    const std::int64_t outPlane = d.outHeight * d.outWidth;
    const std::int64_t vectorsOfRow = (d.outWidth + Lanes - 1) / Lanes;
    const std::int64_t vectors = d.count * vectorsOfRow;
    Tile tile{};
    tile.plane = layout.plane, tile.rowStep = d.dilationHeight * layout.pitch, tile.outPlane = outPlane;
    tile.kernelHeight = d.kernelHeight, tile.kernelWidth = d.kernelWidth, tile.column = layout.row.column;
    // Vectors [begin, begin + vectorsFor(rows)) of the outputs of a panel's channels.
    const auto sum = [&](std::int64_t channel, int rows, std::int64_t begin) __attribute__((always_inline)) {
        const int together = vectorsFor(rows);
        float* const out = d.out + channel * outPlane + d.first * d.outWidth;
        std::int64_t row = begin / vectorsOfRow, x = begin % vectorsOfRow * Lanes;
        bool areWhole = true;
        for (int v = 0; v < together; ++v) {
            const bool some = row < d.count;
            tile.lanes[v] = some ? static_cast<int>(lesserOf(Lanes, d.outWidth - x)) : 0;
            areWhole = areWhole && tile.lanes[v] == Lanes;
            tile.from[v] = some ? d.scratch + row * d.strideHeight * layout.pitch + x : tile.from[0];
            tile.to[v] = out + row * d.outWidth + x;
            x += Lanes;
            if (x < d.outWidth) continue;
            x = 0;
            ++row;
        }
        const float* first[MaxVectors];
        for (int v = 0; v < together; ++v)
            first[v] = tile.from[v];
        for (std::int64_t c = 0; c < d.inChannels; c += part) {
            const bool last = c + part >= d.inChannels;
            tile.channels = last ? d.inChannels - c : part;
            for (int v = 0; v < together; ++v)
                tile.from[v] = first[v] + c * layout.plane;
            tile.weights = d.weights + channel * depth + c * taps * Rows;
            tile.add = c > 0;
            tile.whole = areWhole && !tile.add;
            tile.bias = last && d.bias ? d.bias + channel : nullptr;
            tile.low = last ? d.low : -Infinity;
            tile.high = last ? d.high : Infinity;
            Functions[rows - 1](tile);
        }
    };
    // Panels of channels in turn by the same pixels, which stay in the nearest cache, where the weights of all
    // stay in the next one; else all pixels by a panel.
    const std::int64_t first = d.firstPanel * Rows, end = lesserOf(d.outChannels, d.lastPanel * Rows);
    const std::int64_t whole = first + (end - first) / Rows * Rows;
    const bool byPixels = (whole - first) * depth <= MaxWeights;
    const std::int64_t channelsAtOnce = byPixels ? whole - first : Rows;
    for (std::int64_t from = first; from < whole; from += channelsAtOnce)
        for (std::int64_t begin = 0; begin < vectors; begin += vectorsFor(Rows))
            for (std::int64_t channel = from; channel < from + channelsAtOnce; channel += Rows)
                sum(channel, Rows, begin);
    if (const auto rest = static_cast<int>(end - whole); rest > 0)
        for (std::int64_t begin = 0; begin < vectors; begin += vectorsFor(rest))
            sum(whole, rest, begin);
}

// The last vector ends with the last pixel, where it computes some pixels of the one before again.
void runPixels(const DirectPixels& d) {
    const std::int64_t column = 0;
    Tile tile{};
    tile.channels = d.inChannels;
    tile.plane = tile.outPlane = d.plane;
    tile.kernelHeight = tile.kernelWidth = 1;
    tile.column = &column;
    tile.low = d.low, tile.high = d.high;
    // Pixels that stay in the nearest cache for all output channels.
    constexpr std::int64_t Cached = 6 * 1024, Whole = vectorsFor(Rows) * Lanes; // floats, pixels of a tile
    const std::int64_t fitting = Cached / d.inChannels / Whole * Whole;
    const std::int64_t pixels = fitting < Whole ? Whole : fitting < 24 * Lanes ? fitting : 24 * Lanes;
    const std::int64_t end = d.first + d.count;
    for (std::int64_t block = d.first; block < end; block += pixels)
        for (std::int64_t channel = 0; channel < d.outChannels; channel += Rows) {
            const auto rows = static_cast<int>(lesserOf(Rows, d.outChannels - channel));
            tile.weights = d.weights + channel * d.inChannels;
            tile.bias = d.bias ? d.bias + channel : nullptr;
            for (std::int64_t next = block; next < lesserOf(end, block + pixels);) {
                tile.whole = true;
                for (int v = 0; v < vectorsFor(rows); ++v) {
                    const bool some = next < lesserOf(end, block + pixels);
                    const std::int64_t at = lesserOf(next, end - Lanes);
                    tile.lanes[v] = some ? Lanes : 0;
                    tile.whole = tile.whole && some;
                    tile.from[v] = some ? d.in + at : tile.from[0];
                    tile.to[v] = d.out + channel * d.plane + at;
                    if (some) next = at + Lanes;
                }
                Functions[rows - 1](tile);
            }
        }
}

} // namespace

extern const DirectKernels directKernels{scratchFloats, run, runPixels, runByChannels, runPixelsByChannels};

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
