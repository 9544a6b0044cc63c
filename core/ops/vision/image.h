// SPDX-License-Identifier: GPL-3.0-or-later
// Encoded images, for ImageDecoder.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <span>
#include <vector>

namespace edgewright::ops {

struct Image {
    std::int64_t width = 0, height = 0;
    std::vector<std::uint8_t> pixels; // rows of red, green, blue
};

inline constexpr std::int64_t MaxImagePixels = std::int64_t(1) << 27;

// BMP, JPEG, PNG, PNM and plain TIFF; an alpha channel is left out, 16-bit channels keep their upper bytes.
// BadInput for what is none of these or is damaged, Unsupported for known formats without a decoder here.
Result<Image> decodeImage(std::span<const std::uint8_t> bytes);

// Uncompressed TIFF with 8 bits per channel, grey or RGB, in strips.
Result<Image> decodeTiff(std::span<const std::uint8_t> bytes);

} // namespace edgewright::ops
