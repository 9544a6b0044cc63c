// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels, from whatever file, as a tensor.
#pragma once

#include "core/dataset/image_file.h"

#include <vector>

namespace edgewright::dataset {

// Row by row, the colours of a pixel side by side. 1 or 3 channels: grey, or red, green and blue.
struct Pixels {
    int width = 0, height = 0, channels = 0;
    std::vector<unsigned char> values;
};

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
