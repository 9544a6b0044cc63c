// SPDX-License-Identifier: GPL-3.0-or-later
// Convolutions with 3 x 3 filters at stride 1 by minimal filtering, F(4x4, 3x3): 36 products for 16 outputs of
// a channel instead of 144 (Winograd, "Arithmetic Complexity of Computations", 1980; Lavin and Gray, "Fast
// Algorithms for Convolutional Neural Networks", CVPR 2016).
//
//   Y = A^T [ sum over channels of (G g G^T) * (B^T d B) ] A      * element by element
//
// d is a tile of 6 x 6 inputs, neighbours overlap by 2; g a filter, Y a tile of 4 x 4 outputs. For each of the
// 36 elements the sum over channels is a matrix product of its own: filters times tiles.
//
// The polynomials are interpolated at 0, +-21/32, +-21/16 and infinity. Results are about twice as far from
// exact ones as sums of the products themselves are; with the points 0, +-1, +-2 of the literature it is four
// times.
#pragma once

#include <cstdint>

namespace edgewright::kernels {

inline constexpr int WinogradOutputs = 4;   // of a tile along an axis
inline constexpr int WinogradInputs = 6;    // of a tile along an axis
inline constexpr int WinogradElements = 36; // of a transformed tile
inline constexpr double WinogradNear = 21.0 / 32, WinogradFar = 21.0 / 16;

// Whole rows of tiles of one image. Planes are row-major without gaps; what lies outside of the input counts as
// zero. With a dilation of the rows every `step`-th row is an image of its own: outputs are the rows 0, step, 2
// step, ... from the pointer to the plane on.
struct WinogradRows {
    std::int64_t inHeight, inWidth, outWidth;
    std::int64_t outHeight; // rows of outputs of the image
    std::int64_t top;       // row of the input under the first tap of the first output, perhaps negative
    std::int64_t padLeft;   // at least 0
    std::int64_t step;
    std::int64_t first, count; // rows of tiles

    std::int64_t across() const { return (outWidth + WinogradOutputs - 1) / WinogradOutputs; } // tiles of a row
    std::int64_t tiles() const { return count * across(); }
};

struct WinogradKernels {
    // Floats that transformInput needs.
    std::int64_t (*scratchFloats)(const WinogradRows& rows);
    // B^T d B of one channel. Tile t, counted row by row, goes into column t % columns of panel t / columns,
    // where `columns` is that of GemmTiles; panels are `panel` floats apart, elements `element`. Columns behind
    // the last tile are written or left as they are.
    void (*transformInput)(const WinogradRows& rows, const float* plane, float* to, std::int64_t panel,
                           std::int64_t element, float* scratch);
    // A^T M A + bias of one channel, bounded; NaN passes. Elements are `element` floats apart, tiles follow
    // each other. Reads a vector's length behind the last tile.
    void (*transformOutput)(const WinogradRows& rows, const float* from, std::int64_t element, float bias,
                            float low, float high, float* plane);
};

// G g G^T of one filter, [3, 3] to [6, 6], rounded once.
void winogradFilter(const float* filter, float* to);

} // namespace edgewright::kernels
