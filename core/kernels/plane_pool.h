// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling of planes with a sliding window.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

// Extents, strides, dilations and pads in elements; planes are row-major and follow each other without gaps.
// Every extent, stride and dilation is at least 1, pads at least 0; what lies outside of the input does not
// count.
struct PlanePool {
    const float* in; // [planes, inHeight, inWidth]
    float* out;      // [planes, outHeight, outWidth]
    std::int64_t planes;
    std::int64_t inHeight, inWidth;
    std::int64_t outHeight, outWidth;
    std::int64_t kernelHeight, kernelWidth;
    std::int64_t strideHeight, strideWidth;
    std::int64_t dilationHeight, dilationWidth;
    std::int64_t padTop, padLeft;
    // For the average: the sum at (y, x) is multiplied by rowFactor[y] * columnFactor[x], [outHeight] and
    // [outWidth].
    const float* rowFactor;
    const float* columnFactor;
    // scratchFloats() floats, best 64-byte aligned. Each thread needs its own.
    float* scratch;
};

// The maximum of 8-bit codes.
struct CodePool {
    const std::uint8_t* in; // [planes, inHeight, inWidth]
    std::uint8_t* out;      // [planes, outHeight, outWidth]
    std::int64_t planes;
    std::int64_t inHeight, inWidth;
    std::int64_t outHeight, outWidth;
    std::int64_t kernelHeight, kernelWidth;
    std::int64_t strideHeight, strideWidth;
    std::int64_t dilationHeight, dilationWidth;
    std::int64_t padTop, padLeft;
    std::uint8_t flip;     // 0x80 for signed codes, else 0
    std::uint8_t* scratch; // codeScratch() bytes. Each thread needs its own.
};

struct PlanePoolKernels {
    // Floats that the others need, independent of the number of planes; -1 where a padded row would be too long
    // to be worth it. Looks at the extents only.
    std::int64_t (*scratchFloats)(const PlanePool& pool);
    // Elements that are NaN are passed over; -inf where a window holds nothing else.
    void (*maximum)(const PlanePool& pool);
    void (*average)(const PlanePool& pool);
    // Bytes that maximumOfCodes needs, as scratchFloats says.
    std::int64_t (*codeScratch)(const CodePool& pool);
    // The lowest code where a window holds none.
    void (*maximumOfCodes)(const CodePool& pool);
};

} // namespace edgewright::kernels
