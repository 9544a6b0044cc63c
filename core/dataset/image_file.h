// SPDX-License-Identifier: GPL-3.0-or-later
// An image as the input of a network.
#pragma once

#include "core/base/result.h"
#include "core/ir/tensor.h"

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace edgewright::dataset {

enum class ImageLayout { Auto, ChannelsFirst, ChannelsLast };
enum class ImageFit {
    Stretch, // to the extents of the input
    Crop,    // the largest part in the middle that has their proportions, scaled
};

// The conversion of a pixel 0..255: (pixel * scale - mean) / deviation. The default scale is 1/255, as in
// torchvision: mean and std are then those of values from 0 to 1. With a scale of 1 they are those of pixels.
struct ImageOptions {
    std::optional<double> scale;
    std::vector<double> mean,
        deviation; // of R, G, B whatever the order of the channels; or one for all; empty: 0 and 1
    // Auto: the channels are the axis of extent 3, else that of extent 1; the first of two such.
    ImageLayout layout = ImageLayout::Auto;
    ImageFit fit = ImageFit::Stretch;
    bool bgr = false; // blue first

    bool changesPixels() const { return scale || !mean.empty() || !deviation.empty(); }
    bool any() const {
        return changesPixels() || bgr || layout != ImageLayout::Auto || fit != ImageFit::Stretch;
    }
    friend bool operator==(const ImageOptions&, const ImageOptions&) = default;
};

std::string lowerExtension(const std::filesystem::path& file); // ".png"
bool isImageFile(const std::filesystem::path& file);           // by extension: png, jpg, jpeg, bmp
// The image scaled to the spatial extents of `type`: NCHW or NHWC with 1 or 3 channels, batch 1 or without a
// batch axis. float32 and float16 get what `options` make of the pixels, uint8 the pixels themselves. A colour
// image on one channel becomes its luminance, a grey one on three is repeated. Images of more than 2^26 pixels
// are refused before they are unpacked.
Result<ir::Tensor> readImage(const std::filesystem::path& file, const ir::TensorType& type,
                             const ImageOptions& options = {});

} // namespace edgewright::dataset
