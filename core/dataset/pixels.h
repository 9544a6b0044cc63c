// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels, from whatever file, as a tensor.
#pragma once

#include "core/dataset/image_file.h"

#include <cstddef>
#include <span>
#include <vector>

namespace edgewright::dataset {

// Row by row, the colours of a pixel side by side. 1 or 3 channels: grey, or red, green and blue.
struct Pixels {
    int width = 0, height = 0, channels = 0;
    std::vector<unsigned char> values;
};

// A PNG, JPEG or BMP image with 1 or 3 channels: a colour image becomes its luminance, a grey one is repeated.
// Those of more than 2^26 pixels are refused before they are unpacked. BadInput; of a file it names the file.
Result<Pixels> decodeImage(std::span<const std::byte> bytes, int channels);
Result<Pixels> readPixels(const std::filesystem::path& file, int channels);

// The extents and layout that an input wants of an image.
struct PixelTarget {
    bool channelsFirst = true;
    int channels = 0, height = 0, width = 0;
};

// BadInput where `type` is no image, or `options` do not fit it.
Result<PixelTarget> pixelTarget(const ir::TensorType& type, const ImageOptions& options);
// `target`: that of this type and these options.
Result<ir::Tensor> tensorOf(Pixels pixels, const PixelTarget& target, const ir::TensorType& type,
                            const ImageOptions& options);

} // namespace edgewright::dataset
