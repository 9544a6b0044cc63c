// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions by their definition: outputs of some channels and pixels are summed in registers over all taps,
// from rows of the input with their padding. Nothing is gathered, which pays where few channels read what was
// gathered.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// Some rows of the outputs of one image and group. Extents, strides, dilations and pads in elements, as in
// DepthwisePlane; planes are row-major and follow each other without gaps.
struct DirectRows {
    std::int64_t inHeight, inWidth, outHeight, outWidth;
    std::int64_t kernelHeight, kernelWidth;
    std::int64_t strideHeight, strideWidth;
    std::int64_t dilationHeight, dilationWidth;
    std::int64_t padTop, padLeft;
    std::int64_t inChannels, outChannels;
    std::int64_t first, count; // rows of outputs
    const float* in;           // [inChannels, inHeight, inWidth]
    // [outChannels, inChannels * kernelHeight * kernelWidth], as GemmTiles::packRows writes it.
    const float* weights;
    const float* bias; // [outChannels] or null
    float low, high;   // bounds of the result, infinite for none; NaN passes
    float* out;        // [outChannels, outHeight, outWidth]
    float* scratch;    // scratchFloats() floats, best 64-byte aligned. Each thread needs its own.
    // Panels of output channels that are computed, [firstPanel, lastPanel): those of ChannelPanels with channels
    // in the lanes, else GemmTiles::rows channels each.
    std::int64_t firstPanel, lastPanel;
};

// A 1 x 1 convolution at stride 1: some pixels of planes that are read where they are. Sums of at most 128
// products.
struct DirectPixels {
    std::int64_t inChannels, outChannels;
    std::int64_t plane;        // pixels of a channel
    std::int64_t first, count; // pixels; at least as many as a vector has lanes
    const float* in;           // [inChannels, plane]
    const float* weights;      // [outChannels, inChannels], as GemmTiles::packRows writes it
    const float* bias;         // [outChannels] or null
    float low, high;
    float* out;                         // [outChannels, plane]
    std::int64_t firstPanel, lastPanel; // with channels in the lanes, as in DirectRows
};

// Output channels in the lanes of vectors: shared out evenly among as few panels as hold them, `columns` in
// each of which the last ones may be unused.
struct ChannelPanels {
    std::int64_t vectors, panels, lanes;

    ChannelPanels(std::int64_t channels, std::int64_t lanesOfVector, std::int64_t columns)
        : vectors((channels + lanesOfVector - 1) / lanesOfVector), panels((channels + columns - 1) / columns),
          lanes(lanesOfVector) {}
    std::int64_t first(std::int64_t panel) const { return vectors * panel / panels * lanes; } // channel
};

struct DirectKernels {
    // Looks at extents, channels and `count` only; -1 where padded rows would be too long to be worth it.
    std::int64_t (*scratchFloats)(const DirectRows& rows);
    void (*run)(const DirectRows& rows);
    void (*runPixels)(const DirectPixels& pixels);
    // The same with channels of output in the lanes, which no extent of a plane leaves empty. `weights` are
    // ChannelPanels, each as GemmTiles::packColumns writes it; any number of products and of pixels.
    void (*runByChannels)(const DirectRows& rows);
    void (*runPixelsByChannels)(const DirectPixels& pixels);
};

} // namespace edgewright::kernels
