// SPDX-License-Identifier: GPL-3.0-or-later
// Each pixel of the input is multiplied with a vector of weights. Pixels are read where they lie in a plane or
// in padded rows, so that no width leaves lanes empty and a 1 x 1 convolution packs nothing; finished sums are
// transposed into the planes of the output.
#include "core/kernels/isa/channel_lanes.h"

#include "core/kernels/isa/exchange.h"
#include "core/kernels/isa/padded_planes.h"

namespace edgewright::kernels::EDGEWRIGHT_ISA {

namespace {

#if defined(__AVX512F__) || defined(__aarch64__)
constexpr int Registers = 32;
constexpr int Vectors = 3; // of a panel of weights, as in gemm_tiles.cpp
#elif defined(__AVX2__)
constexpr int Registers = 16;
constexpr int Vectors = 3;
#else
constexpr int Registers = 16;
constexpr int Vectors = 2;
#endif
constexpr int Columns = Vectors * Lanes;

// Pixels of a tile of so many vectors: sums, a row of weights and a pixel fill the registers, and one
// transposition takes all.
constexpr int pixelsFor(int vectors) {
    const int fitting = (Registers - 1 - vectors) / vectors;
    return fitting < Lanes ? fitting : Lanes;
}

// Products that are summed up in one accumulator, as in gemm_tiles.cpp: whatever the algorithm, sums have one
// order, which next to a tie decides on the code of a quantized result.
constexpr std::int64_t Part = 128;
constexpr std::int64_t BlockPixels = 64; // whose sums, and the weights of a part, stay in the first-level cache
constexpr std::int64_t MaxWeights = 64 * 1024; // floats of panels that pixels stay for

// What outputs are summed from, and where they go.
struct Planes {
    const float* from; // what the first tap of the first output reads
    std::int64_t channels, plane;
    std::int64_t rowPitch; // between the inputs of two rows of outputs
    std::int64_t tapPitch; // between two rows of taps
    std::int64_t kernelHeight, kernelWidth;
    const std::int64_t* column; // of each tap of a row
    std::int64_t rows, width;   // of outputs
    const float* weights;
    std::int64_t outChannels;
    const float* bias;
    float low, high;
    float* to;
    std::int64_t outPlane, outPitch;    // of planes, of rows
    std::int64_t firstPanel, lastPanel; // that are computed
};

// Some pixels of a row and the channels of one panel, over some products of each sum: taps of a channel by
// rows, channels one after the other.
struct Tile {
    const Planes* planes;
    const float* from; // of the first channel
    std::int64_t first, products;
    const float* weights; // of the first product
    float* sums;          // of the first pixel: [pixels][Lanes], a set for each vector
    std::int64_t set;     // floats from one to the next
    bool add;             // to what `sums` hold
};

template <int V, int P>
void sumTile(const Tile& tile) {
    const Planes& planes = *tile.planes;
    Floats sums[P][V] = {};
    const float* weight = tile.weights;
    const std::int64_t row = tile.first / planes.kernelWidth; // of taps, over all channels
    std::int64_t kx = tile.first % planes.kernelWidth, ky = row % planes.kernelHeight;
    const float* line = tile.from + row / planes.kernelHeight * planes.plane + ky * planes.tapPitch;
    const std::int64_t toNextPlane = planes.plane - planes.kernelHeight * planes.tapPitch;
    for (std::int64_t i = 0; i < tile.products; ++i, weight += Columns) {
        const float* const pixel = line + planes.column[kx];
        Floats right[V];
#pragma GCC unroll 4
        for (int v = 0; v < V; ++v)
            right[v] = load(weight + v * Lanes);
#pragma GCC unroll 16
        for (int p = 0; p < P; ++p)
#pragma GCC unroll 4
            for (int v = 0; v < V; ++v)
                sums[p][v] = fused(right[v], splat(pixel[p]), sums[p][v]);
        if (++kx < planes.kernelWidth) continue;
        kx = 0;
        line += planes.tapPitch;
        if (++ky < planes.kernelHeight) continue;
        ky = 0;
        line += toNextPlane;
    }
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
        float* const to = tile.sums + v * tile.set;
#pragma GCC unroll 16
        for (int p = 0; p < P; ++p)
            store(to + p * Lanes, tile.add ? load(to + p * Lanes) + sums[p][v] : sums[p][v]);
    }
}

using TileFunction = void (*)(const Tile&);
// By vectors, then by pixels, each less one.
struct Functions {
    TileFunction of[Vectors][Lanes];
};
template <int V, int P>
constexpr void fillFunctions(Functions& functions) {
    functions.of[V - 1][P - 1] = sumTile<V, P>;
    if constexpr (P > 1)
        fillFunctions<V, P - 1>(functions);
    else if constexpr (V > 1)
        fillFunctions<V - 1, pixelsFor(V - 1)>(functions);
}
constexpr Functions allFunctions() {
    Functions functions{};
    fillFunctions<Vectors, pixelsFor(Vectors)>(functions);
    return functions;
}
constexpr Functions All = allFunctions();

// Sums of at most Lanes pixels and one vector of channels, to the rows of their planes.
void finish(const Planes& planes, const float* sums, int pixels, std::int64_t channel, float* to) {
    const auto channels = static_cast<int>(lesserOf(Lanes, planes.outChannels - channel));
    const Floats bias = planes.bias ? loadSome(planes.bias + channel, channels) : Floats{};
    const Floats low = splat(planes.low), high = splat(planes.high);
    Floats rows[Lanes];
#pragma GCC unroll 16
    for (int p = 0; p < Lanes; ++p) {
        Floats value = p < pixels ? load(sums + p * Lanes) + bias : Floats{};
        value = value < low ? low : value;
        rows[p] = value > high ? high : value;
    }
    exchangeRows<1>(rows);
    exchangeRows<2>(rows);
    if constexpr (Lanes > 4) exchangeRows<4>(rows);
    if constexpr (Lanes > 8) exchangeRows<8>(rows);
#pragma GCC unroll 16
    for (int i = 0; i < Lanes; ++i)
        if (i < channels) storeSome(to + i * planes.outPlane, rows[i], pixels);
}

// Rows [first, first + rows) and columns [x, x + width) of outputs; their tiles of one panel go one after the
// other, so that the weights of a part stay. Their sums are [rows][vectors][width][Lanes].
struct Block {
    std::int64_t first, rows, x, width;
};

void sumPanel(const Planes& planes, const Block& block, std::int64_t panel, float* sums) {
    const std::int64_t products = planes.channels * planes.kernelHeight * planes.kernelWidth;
    const ChannelPanels panels(planes.outChannels, Lanes, Columns);
    const std::int64_t channel = panels.first(panel);
    const std::int64_t vectors = (panels.first(panel + 1) - channel) / Lanes;
    const int most = pixelsFor(static_cast<int>(vectors));
    const std::int64_t pieces = (block.width + most - 1) / most;
    const std::int64_t set = block.width * Lanes;
    const float* weights = planes.weights + panel * Columns * products;
    for (std::int64_t k = 0; k < products; k += Part, weights += Part * Columns)
        for (std::int64_t y = 0; y < block.rows; ++y) {
            const float* const from = planes.from + (block.first + y) * planes.rowPitch + block.x;
            for (std::int64_t piece = 0; piece < pieces; ++piece) {
                const std::int64_t x = block.width * piece / pieces;
                const std::int64_t pixels = block.width * (piece + 1) / pieces - x;
                All.of[vectors - 1][pixels - 1]({&planes, from + x, k, lesserOf(Part, products - k), weights,
                                                 sums + y * vectors * set + x * Lanes, set, k > 0});
            }
        }
    for (std::int64_t y = 0; y < block.rows; ++y)
        for (std::int64_t v = 0; v < vectors; ++v, sums += set) {
            const std::int64_t first = channel + v * Lanes;
            float* const to =
                planes.to + first * planes.outPlane + (block.first + y) * planes.outPitch + block.x;
            for (std::int64_t x = 0; x < block.width; x += Lanes)
                finish(planes, sums + x * Lanes, static_cast<int>(lesserOf(Lanes, block.width - x)), first,
                       to + x);
        }
}

void sumPlanes(const Planes& planes) {
    alignas(VectorBytes) float sums[BlockPixels * Columns];
    const std::int64_t panelFloats = planes.channels * planes.kernelHeight * planes.kernelWidth * Columns;
    const std::int64_t fitting = MaxWeights / panelFloats;
    const std::int64_t together = fitting < 1 ? 1 : fitting; // panels
    const std::int64_t across = (planes.width + BlockPixels - 1) / BlockPixels;
    const std::int64_t rows = across > 1 ? 1 : BlockPixels / planes.width; // of a block
    for (std::int64_t from = planes.firstPanel; from < planes.lastPanel; from += together)
        for (std::int64_t y = 0; y < planes.rows; y += rows)
            for (std::int64_t i = 0; i < across; ++i) {
                const std::int64_t x = planes.width * i / across;
                const Block block{y, lesserOf(rows, planes.rows - y), x, planes.width * (i + 1) / across - x};
                for (std::int64_t panel = from; panel < lesserOf(planes.lastPanel, from + together); ++panel)
                    sumPanel(planes, block, panel, sums);
            }
}

} // namespace

void runByChannels(const DirectRows& d) {
    PaddedPlanes layout;
    if (d.count < 1 || !layOut(d, layout)) return;
    copyPadded(d, layout);
    sumPlanes({.from = d.scratch,
               .channels = d.inChannels,
               .plane = layout.plane,
               .rowPitch = d.strideHeight * layout.pitch,
               .tapPitch = d.dilationHeight * layout.pitch,
               .kernelHeight = d.kernelHeight,
               .kernelWidth = d.kernelWidth,
               .column = layout.row.column,
               .rows = d.count,
               .width = d.outWidth,
               .weights = d.weights,
               .outChannels = d.outChannels,
               .bias = d.bias,
               .low = d.low,
               .high = d.high,
               .to = d.out + d.first * d.outWidth,
               .outPlane = d.outHeight * d.outWidth,
               .outPitch = d.outWidth,
               .firstPanel = d.firstPanel,
               .lastPanel = d.lastPanel});
}

void runPixelsByChannels(const DirectPixels& d) {
    const std::int64_t column = 0;
    sumPlanes({.from = d.in + d.first,
               .channels = d.inChannels,
               .plane = d.plane,
               .rowPitch = 0,
               .tapPitch = 0,
               .kernelHeight = 1,
               .kernelWidth = 1,
               .column = &column,
               .rows = 1,
               .width = d.count,
               .weights = d.weights,
               .outChannels = d.outChannels,
               .bias = d.bias,
               .low = d.low,
               .high = d.high,
               .to = d.out + d.first,
               .outPlane = d.plane,
               .outPitch = d.count,
               .firstPanel = d.firstPanel,
               .lastPanel = d.lastPanel});
}

} // namespace edgewright::kernels::EDGEWRIGHT_ISA
