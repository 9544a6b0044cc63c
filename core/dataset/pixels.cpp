// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/dataset/pixels.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>

#include <stb/stb_image_resize.h>

namespace edgewright::dataset {

namespace {

constexpr std::int64_t LongestSide = 1 << 14;

std::optional<bool> channelsFirstOf(std::int64_t first, std::int64_t last, ImageLayout layout) {
    const auto usable = [](std::int64_t extent) { return extent == 1 || extent == 3; };
    if (layout == ImageLayout::ChannelsFirst) return usable(first) ? std::optional(true) : std::nullopt;
    if (layout == ImageLayout::ChannelsLast) return usable(last) ? std::optional(false) : std::nullopt;
    for (const std::int64_t channels : {3, 1}) {
        if (first == channels) return true;
        if (last == channels) return false;
    }
    return std::nullopt;
}

std::optional<PixelTarget> extentsOf(const ir::TensorType& type, ImageLayout layout) {
    auto dims = type.dims();
    if (!dims || !type.isTensor()) return std::nullopt;
    if (dims->size() == 4 && dims->front() == 1) dims->erase(dims->begin());
    if (dims->size() != 3) return std::nullopt;
    const auto channelsFirst = channelsFirstOf((*dims)[0], (*dims)[2], layout);
    if (!channelsFirst) return std::nullopt;
    const std::size_t rows = *channelsFirst ? 1 : 0;
    for (const std::int64_t side : {(*dims)[rows], (*dims)[rows + 1]})
        if (side < 1 || side > LongestSide) return std::nullopt;
    return PixelTarget{*channelsFirst, static_cast<int>((*dims)[*channelsFirst ? 0 : 2]),
                       static_cast<int>((*dims)[rows]), static_cast<int>((*dims)[rows + 1])};
}

Pixels withChannels(Pixels pixels, int channels) {
    if (pixels.channels == channels) return pixels;
    Pixels changed{pixels.width, pixels.height, channels, {}};
    changed.values.reserve(pixels.values.size() / static_cast<std::size_t>(pixels.channels) *
                           static_cast<std::size_t>(channels));
    if (channels == 3) {
        for (const unsigned char grey : pixels.values)
            changed.values.insert(changed.values.end(), 3, grey);
        return changed;
    }
    // Luminance of ITU-R BT.601, in the integer arithmetic that the decoder of files has.
    for (std::size_t at = 0; at + 2 < pixels.values.size(); at += 3)
        changed.values.push_back(static_cast<unsigned char>(
            (77 * pixels.values[at] + 150 * pixels.values[at + 1] + 29 * pixels.values[at + 2]) >> 8));
    return changed;
}

// The part in the middle that has the proportions of the target.
std::pair<int, int> croppedExtents(const Pixels& pixels, const PixelTarget& to) {
    const double scale =
        std::min(pixels.width / static_cast<double>(to.width), pixels.height / static_cast<double>(to.height));
    return {std::clamp(static_cast<int>(std::lround(to.width * scale)), 1, pixels.width),
            std::clamp(static_cast<int>(std::lround(to.height * scale)), 1, pixels.height)};
}

// What of the pixels is scaled.
Pixels cropped(Pixels pixels, const PixelTarget& to) {
    const auto [width, height] = croppedExtents(pixels, to);
    if (width == pixels.width && height == pixels.height) return pixels;
    const auto channels = static_cast<std::size_t>(pixels.channels);
    const std::size_t row = static_cast<std::size_t>(width) * channels;
    const std::size_t stride = static_cast<std::size_t>(pixels.width) * channels;
    std::size_t from = static_cast<std::size_t>((pixels.height - height) / 2) * stride +
                       static_cast<std::size_t>((pixels.width - width) / 2) * channels;
    Pixels part{width, height, pixels.channels, {}};
    part.values.reserve(row * static_cast<std::size_t>(height));
    for (int y = 0; y < height; ++y, from += stride)
        part.values.insert(part.values.end(), pixels.values.data() + from, pixels.values.data() + from + row);
    return part;
}

Result<std::vector<unsigned char>> scaled(Pixels pixels, const PixelTarget& to) {
    // Scaling smooths even where the size stays.
    if (pixels.width == to.width && pixels.height == to.height) return std::move(pixels.values);
    std::vector<unsigned char> result(static_cast<std::size_t>(to.width) * static_cast<std::size_t>(to.height) *
                                      static_cast<std::size_t>(to.channels));
    if (!stbir_resize_uint8(pixels.values.data(), pixels.width, pixels.height, 0, result.data(), to.width,
                            to.height, 0, to.channels))
        return badInput(say("cannot be scaled to {1}x{2}", to.width, to.height));
    return result;
}

// The entry for a colour; `fallback` where nothing was given.
double entryFor(const std::vector<double>& values, std::size_t colour, double fallback) {
    if (values.empty()) return fallback;
    return values.size() == 1 ? values.front() : values[colour];
}

// `put(index, colour, pixel)` for every element of a tensor of these extents; colours are R, G, B.
template <typename Put>
void forEachPixel(const PixelTarget& target, bool bgr, const std::vector<unsigned char>& pixels, Put put) {
    const std::size_t area = static_cast<std::size_t>(target.height) * static_cast<std::size_t>(target.width);
    const auto planes = static_cast<std::size_t>(target.channels);
    for (std::size_t pixel = 0; pixel < area; ++pixel)
        for (std::size_t c = 0; c < planes; ++c) {
            const std::size_t colour = bgr ? planes - 1 - c : c;
            put(target.channelsFirst ? c * area + pixel : pixel * planes + c, colour,
                pixels[pixel * planes + colour]);
        }
}

} // namespace

Result<PixelTarget> pixelTarget(const ir::TensorType& type, const ImageOptions& options) {
    const auto target = extentsOf(type, options.layout);
    const bool raw = type.dtype == ir::DataType::UInt8;
    if (!target || !(raw || type.dtype == ir::DataType::Float16 || type.dtype == ir::DataType::Float32))
        return badInput(options.layout == ImageLayout::Auto
                            ? say("an image needs an input of float32, float16 or uint8, [1,C,H,W] or "
                                  "[1,H,W,C] with 1 or 3 "
                                  "channels and sides up to {1}; it is {2}",
                                  LongestSide, type.text())
                            : say("an image needs an input of float32, float16 or uint8, [1,C,H,W] or "
                                  "[1,H,W,C] with 1 or 3 "
                                  "channels in the layout that was named and sides up to {1}; it is {2}",
                                  LongestSide, type.text()));
    if (raw && options.changesPixels())
        return badInput(
            say("the input is {1}, which takes the pixels as they are; expected no mean, standard deviation or "
                "scale",
                type.text()));
    for (const auto* values : {&options.mean, &options.deviation})
        if (values->size() > 1 && std::cmp_not_equal(values->size(), target->channels))
            return badInput(
                say("mean and standard deviation have {1} numbers where the input has {2} channels; "
                    "expected one number, or one for each channel",
                    values->size(), target->channels));
    return *target;
}

Result<ir::Tensor> tensorOf(Pixels pixels, const PixelTarget& target, const ir::TensorType& type,
                            const ImageOptions& options) {
    pixels = withChannels(std::move(pixels), target.channels);
    if (options.fit == ImageFit::Crop) pixels = cropped(std::move(pixels), target);
    ASSIGN_OR_RETURN(const auto values, scaled(std::move(pixels), target));
    auto tensor = ir::Tensor::allocate(type.dtype, *type.dims());
    if (!tensor) return tensor;
    const double scale = options.scale.value_or(1.0 / 255.0);
    const auto value = [&](std::size_t colour, unsigned char pixel) {
        return static_cast<float>((pixel * scale - entryFor(options.mean, colour, 0)) /
                                  entryFor(options.deviation, colour, 1));
    };
    forEachPixel(target, options.bgr, values, [&](std::size_t at, std::size_t colour, unsigned char pixel) {
        if (type.dtype == ir::DataType::UInt8)
            tensor->as<std::uint8_t>()[at] = pixel;
        else if (type.dtype == ir::DataType::Float16)
            tensor->as<std::uint16_t>()[at] = ir::floatToHalf(value(colour, pixel));
        else
            tensor->as<float>()[at] = value(colour, pixel);
    });
    return tensor;
}

} // namespace edgewright::dataset
