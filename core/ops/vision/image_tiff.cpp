// SPDX-License-Identifier: GPL-3.0-or-later
// After "TIFF Revision 6.0" (Adobe, 1992): the first image of the file.
#include "core/base/say.h"
#include "core/ops/vision/image.h"

#include <algorithm>
#include <string>

namespace edgewright::ops {

namespace {

// Numbers of the file, in its byte order; 0 behind its end.
class Reader {
public:
    explicit Reader(std::span<const std::uint8_t> bytes)
        : m_bytes(bytes), m_little(!bytes.empty() && bytes[0] == 'I') {}
    std::uint32_t number(std::size_t at, std::size_t size) const {
        if (at > m_bytes.size() || size > m_bytes.size() - at) return 0;
        std::uint32_t value = 0;
        for (std::size_t i = 0; i < size; ++i)
            value = value << 8 | m_bytes[at + (m_little ? size - 1 - i : i)];
        return value;
    }

private:
    std::span<const std::uint8_t> m_bytes;
    bool m_little;
};

enum Tag : std::uint32_t {
    ImageWidth = 256,
    ImageLength = 257,
    BitsPerSample = 258,
    Compression = 259,
    Photometric = 262,
    StripOffsets = 273,
    SamplesPerPixel = 277,
    RowsPerStrip = 278,
    PlanarConfiguration = 284,
};

// The numbers of one entry of the directory; empty when it is not there.
std::vector<std::uint32_t> entry(const Reader& reader, std::size_t directory, Tag tag, std::size_t most) {
    const std::size_t count = reader.number(directory, 2);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = directory + 2 + 12 * i;
        if (reader.number(at, 2) != tag) continue;
        const std::uint32_t type = reader.number(at + 2, 2); // 3: two bytes, 4: four bytes
        if (type != 3 && type != 4) return {};
        const std::size_t size = type == 3 ? 2 : 4;
        const std::size_t values = std::min<std::size_t>(reader.number(at + 4, 4), most);
        const std::size_t from = values * size <= 4 ? at + 8 : reader.number(at + 8, 4);
        std::vector<std::uint32_t> result;
        for (std::size_t k = 0; k < values; ++k)
            result.push_back(reader.number(from + k * size, size));
        return result;
    }
    return {};
}

} // namespace

Result<Image> decodeTiff(std::span<const std::uint8_t> bytes) {
    const Reader reader(bytes);
    const std::size_t directory = reader.number(4, 4);
    const auto first = [&](Tag tag, std::uint32_t fallback) {
        const auto values = entry(reader, directory, tag, 1);
        return values.empty() ? fallback : values.front();
    };
    const std::int64_t width = first(ImageWidth, 0), height = first(ImageLength, 0);
    const std::uint32_t channels = first(SamplesPerPixel, 1), meaning = first(Photometric, 2);
    if (width < 1 || height < 1 || width > MaxImagePixels || height > MaxImagePixels ||
        width * height > MaxImagePixels)
        return badInput(say("the TIFF image has {1} x {2} pixels", width, height));
    const auto bits = entry(reader, directory, BitsPerSample, 4);
    const bool bytewise = !bits.empty() && std::ranges::all_of(bits, [](std::uint32_t b) { return b == 8; });
    const bool grey = channels == 1 && meaning == 1; // 1: black is zero
    const bool colour = (channels == 3 || channels == 4) && meaning == 2;
    if (first(Compression, 1) != 1 || first(PlanarConfiguration, 1) != 1 || !bytewise || !(grey || colour))
        return unsupported(
            say("only uncompressed TIFF images with 8 bits per channel, grey or RGB, are decoded"));
    const std::int64_t rows = std::clamp<std::int64_t>(first(RowsPerStrip, 0xffffffffu), 1, height);
    const auto strips = static_cast<std::size_t>((height + rows - 1) / rows);
    const auto rowBytes = static_cast<std::size_t>(width) * channels;
    if (bytes.size() / rowBytes < static_cast<std::size_t>(height))
        return badInput(say("the TIFF image is cut off"));
    const auto offsets = entry(reader, directory, StripOffsets, strips);
    if (offsets.size() != strips) return badInput(say("the TIFF image is cut off"));
    Image image;
    image.width = width;
    image.height = height;
    image.pixels.reserve(static_cast<std::size_t>(width * height) * 3);
    for (std::int64_t y = 0; y < height; ++y) {
        const std::size_t from =
            offsets[static_cast<std::size_t>(y / rows)] + static_cast<std::size_t>(y % rows) * rowBytes;
        if (from > bytes.size() || rowBytes > bytes.size() - from)
            return badInput(say("the TIFF image is cut off"));
        const std::uint8_t* row = bytes.data() + from;
        for (std::size_t x = 0; x < static_cast<std::size_t>(width); ++x)
            for (std::size_t c = 0; c < 3; ++c)
                image.pixels.push_back(row[x * channels + (grey ? 0 : c)]);
    }
    return image;
}

} // namespace edgewright::ops
