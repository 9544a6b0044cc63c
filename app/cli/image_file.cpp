// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/image_file.h"

#include "core/base/propagate.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <system_error>
#include <utility>

#include <stb/stb_image.h>
#include <stb/stb_image_resize.h>

namespace edgewright::cli {

namespace {

constexpr std::int64_t LongestSide = 1 << 14;

struct Extents {
    bool channelsFirst = true;
    int channels = 0, height = 0, width = 0;

    std::size_t area() const { return static_cast<std::size_t>(height) * static_cast<std::size_t>(width); }
};

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

std::optional<Extents> extentsOf(const ir::TensorType& type, ImageLayout layout) {
    auto dims = type.dims();
    if (!dims || !type.isTensor()) return std::nullopt;
    if (dims->size() == 4 && dims->front() == 1) dims->erase(dims->begin());
    if (dims->size() != 3) return std::nullopt;
    const auto channelsFirst = channelsFirstOf((*dims)[0], (*dims)[2], layout);
    if (!channelsFirst) return std::nullopt;
    const std::size_t rows = *channelsFirst ? 1 : 0;
    for (const std::int64_t side : {(*dims)[rows], (*dims)[rows + 1]})
        if (side < 1 || side > LongestSide) return std::nullopt;
    return Extents{*channelsFirst, static_cast<int>((*dims)[*channelsFirst ? 0 : 2]),
                   static_cast<int>((*dims)[rows]), static_cast<int>((*dims)[rows + 1])};
}

// The pixels of the file, interleaved, at the size of `to`.
Result<std::vector<unsigned char>> scaledPixels(const std::filesystem::path& file, const Extents& to) {
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<unsigned char, void (*)(void*)> pixels(
        stbi_load(file.string().c_str(), &width, &height, &channels, to.channels), stbi_image_free);
    if (std::error_code failed; !pixels && !std::filesystem::is_regular_file(file, failed))
        return badInput(file.string() + ": there is no such file; expected a PNG, JPEG or BMP image");
    if (!pixels) return badInput(file.string() + ": is damaged, or no PNG, JPEG or BMP image");
    const std::size_t bytes = to.area() * static_cast<std::size_t>(to.channels);
    // Scaling smooths even where the size stays.
    if (width == to.width && height == to.height)
        return std::vector<unsigned char>(pixels.get(), pixels.get() + bytes);
    std::vector<unsigned char> scaled(bytes);
    if (!stbir_resize_uint8(pixels.get(), width, height, 0, scaled.data(), to.width, to.height, 0, to.channels))
        return badInput(file.string() + ": cannot be scaled to " + std::to_string(to.width) + "x" +
                        std::to_string(to.height));
    return scaled;
}

// The entry for a colour; `fallback` where nothing was given.
double entryFor(const std::vector<double>& values, std::size_t colour, double fallback) {
    if (values.empty()) return fallback;
    return values.size() == 1 ? values.front() : values[colour];
}

// `put(index, colour, pixel)` for every element of a tensor of these extents; colours are R, G, B.
template <typename Put>
void forEachPixel(const Extents& extents, bool bgr, const std::vector<unsigned char>& pixels, Put put) {
    const std::size_t area = extents.area();
    const auto planes = static_cast<std::size_t>(extents.channels);
    for (std::size_t pixel = 0; pixel < area; ++pixel)
        for (std::size_t c = 0; c < planes; ++c) {
            const std::size_t colour = bgr ? planes - 1 - c : c;
            put(extents.channelsFirst ? c * area + pixel : pixel * planes + c, colour,
                pixels[pixel * planes + colour]);
        }
}

} // namespace

std::string lowerExtension(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    std::ranges::transform(extension, extension.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return extension;
}

bool isImageFile(const std::filesystem::path& file) {
    const std::string extension = lowerExtension(file);
    return extension == ".png" || extension == ".jpg" || extension == ".jpeg" || extension == ".bmp";
}

Result<ir::Tensor> readImage(const std::filesystem::path& file, const ir::TensorType& type,
                             const ImageOptions& options) {
    const auto extents = extentsOf(type, options.layout);
    const bool raw = type.dtype == ir::DataType::UInt8;
    const bool half = type.dtype == ir::DataType::Float16;
    if (!extents || !(raw || half || type.dtype == ir::DataType::Float32))
        return badInput(file.string() +
                        ": an image needs an input of float32, float16 or uint8, [1,C,H,W] or " +
                        "[1,H,W,C] with 1 or 3 channels" +
                        (options.layout == ImageLayout::Auto ? "" : " in the layout that --layout names") +
                        " and sides up to " + std::to_string(LongestSide) + "; it is " + type.text());
    if (raw && options.changesPixels())
        return badInput(file.string() + ": the input is " + type.text() +
                        ", which takes the pixels as they are; expected no --mean, --std or --pixel-scale");
    for (const auto* values : {&options.mean, &options.deviation})
        if (values->size() > 1 && std::cmp_not_equal(values->size(), extents->channels))
            return badInput(file.string() + ": --mean and --std have " + std::to_string(values->size()) +
                            " numbers where the input has " + std::to_string(extents->channels) +
                            " channels; expected one number, or one for each channel");
    ASSIGN_OR_RETURN(const auto pixels, scaledPixels(file, *extents));

    auto tensor = ir::Tensor::allocate(type.dtype, *type.dims());
    if (!tensor) return tensor;
    const double scale = options.scale.value_or(1.0 / 255.0);
    const auto value = [&](std::size_t colour, unsigned char pixel) {
        return static_cast<float>((pixel * scale - entryFor(options.mean, colour, 0)) /
                                  entryFor(options.deviation, colour, 1));
    };
    forEachPixel(*extents, options.bgr, pixels, [&](std::size_t at, std::size_t colour, unsigned char pixel) {
        if (raw)
            tensor->as<std::uint8_t>()[at] = pixel;
        else if (half)
            tensor->as<std::uint16_t>()[at] = ir::floatToHalf(value(colour, pixel));
        else
            tensor->as<float>()[at] = value(colour, pixel);
    });
    return tensor;
}

} // namespace edgewright::cli
