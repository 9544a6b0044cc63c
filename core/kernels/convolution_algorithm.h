// SPDX-License-Identifier: GPL-3.0-or-later
// The algorithms for convolutions in float32.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace edgewright::kernels {

// Direct: sums over the taps, from rows with their padding (direct.h, depthwise.h). Im2col: a
// matrix product with panels of patches; of a 1 x 1 filter the planes are the matrix. Winograd: minimal
// filtering of 3 x 3 filters (winograd.h), with a quarter of the products and twice the rounding
// error.
enum class ConvolutionAlgorithm : std::uint8_t { Automatic, Direct, Im2col, Winograd };

inline constexpr std::array<std::string_view, 4> ConvolutionAlgorithmNames{
    "automatic", "direct", "im2col", "winograd"}; // by ConvolutionAlgorithm

constexpr std::string_view nameOf(ConvolutionAlgorithm algorithm) {
    return ConvolutionAlgorithmNames[static_cast<std::size_t>(algorithm)];
}
// Empty when there is none of that name.
constexpr std::optional<ConvolutionAlgorithm> convolutionAlgorithmNamed(std::string_view name) {
    const auto found = std::ranges::find(ConvolutionAlgorithmNames, name);
    if (found == ConvolutionAlgorithmNames.end()) return std::nullopt;
    return static_cast<ConvolutionAlgorithm>(found - ConvolutionAlgorithmNames.begin());
}

} // namespace edgewright::kernels
