// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithms for convolutions in float32.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::ops {

// Direct: sums over the taps, from rows with their padding (core/kernels/direct.h, depthwise.h). Im2col: a
// matrix product with panels of patches; of a 1 x 1 filter the planes are the matrix. Winograd: minimal
// filtering of 3 x 3 filters (core/kernels/winograd.h), with a quarter of the products and twice the rounding
// error.
enum class ConvolutionAlgorithm : std::uint8_t { Automatic, Direct, Im2col, Winograd };

// "automatic", "direct", "im2col", "winograd".
std::string_view nameOf(ConvolutionAlgorithm algorithm);
// Empty when there is none of that name.
std::optional<ConvolutionAlgorithm> convolutionAlgorithmNamed(std::string_view name);

} // namespace edgewright::ops
