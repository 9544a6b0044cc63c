// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/vision/image.h"

#include "core/base/say.h"

#include <climits>
#include <memory>
#include <string>
#include <string_view>

#include <stb/stb_image.h>

namespace edgewright::ops {

namespace {

enum class Format { Unknown, Plain, Tiff, Jpeg2000, Webp }; // Plain: BMP, JPEG, PNG, PNM

Format formatOf(std::span<const std::uint8_t> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with("BM") || text.starts_with("\xff\xd8\xff") || text.starts_with("\x89PNG") ||
        text.starts_with("P5") || text.starts_with("P6"))
        return Format::Plain;
    if (text.starts_with(std::string_view("II*\0", 4)) || text.starts_with(std::string_view("MM\0*", 4)))
        return Format::Tiff;
    if (text.substr(0, 8) == std::string_view("\0\0\0\x0cjP  ", 8) || text.starts_with("\xff\x4f\xff\x51"))
        return Format::Jpeg2000;
    if (text.starts_with("RIFF") && text.size() >= 12 && text.substr(8, 4) == "WEBP") return Format::Webp;
    return Format::Unknown;
}

Result<Image> decodePlain(std::span<const std::uint8_t> bytes) {
    if (bytes.size() > INT_MAX) return badInput(say("the encoded image has more than 2^31 bytes"));
    const int size = static_cast<int>(bytes.size());
    int width = 0, height = 0, channels = 0;
    const auto damaged = [] {
        return badInput(say("the image cannot be decoded: {1}", stbi_failure_reason()));
    };
    if (!stbi_info_from_memory(bytes.data(), size, &width, &height, &channels)) return damaged();
    if (width < 1 || height < 1 || std::int64_t(width) * height > MaxImagePixels)
        return badInput(say("the image has {1} x {2} pixels where at most {3} are expected", width, height,
                            MaxImagePixels));
    const std::unique_ptr<unsigned char, void (*)(void*)> pixels(
        stbi_load_from_memory(bytes.data(), size, &width, &height, &channels, 3), stbi_image_free);
    if (!pixels) return damaged();
    Image image;
    image.width = width;
    image.height = height;
    image.pixels.assign(pixels.get(), pixels.get() + std::int64_t(width) * height * 3);
    return image;
}

} // namespace

Result<Image> decodeImage(std::span<const std::uint8_t> bytes) {
    switch (formatOf(bytes)) {
    case Format::Plain:
        return decodePlain(bytes);
    case Format::Tiff:
        return decodeTiff(bytes);
    case Format::Jpeg2000:
        return unsupported(say("JPEG 2000 images are not decoded"));
    case Format::Webp:
        return unsupported(say("WebP images are not decoded"));
    case Format::Unknown:
        break;
    }
    return badInput(say("the bytes are no image in BMP, JPEG, PNG, PNM or TIFF format"));
}

} // namespace edgewright::ops
