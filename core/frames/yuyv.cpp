// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frames/yuyv.h"

#include "core/base/say.h"

#include <algorithm>

namespace edgewright::frames {

namespace {

constexpr std::size_t MaxLineBytes = std::size_t(1) << 20;

unsigned char clamped(int value) { return static_cast<unsigned char>(std::clamp(value >> 8, 0, 255)); }

// In 256ths: 298 = 255 / 219, and with 255 / 224 in it 409 = 2 (1 - 0.299), 516 = 2 (1 - 0.114),
// 100 and 208 what is left for green (BT.601).
void putPixel(int y, int u, int v, unsigned char* into) {
    const int light = 298 * (y - 16) + 128;
    into[0] = clamped(light + 409 * (v - 128));
    into[1] = clamped(light - 100 * (u - 128) - 208 * (v - 128));
    into[2] = clamped(light + 516 * (u - 128));
}

} // namespace

std::size_t YuyvShape::bytes() const {
    if (width < 1 || width > MaxSide || width % 2 != 0 || height < 1 || height > MaxSide ||
        bytesPerLine < static_cast<std::size_t>(width) * 2 || bytesPerLine > MaxLineBytes)
        return 0;
    return bytesPerLine * static_cast<std::size_t>(height - 1) + static_cast<std::size_t>(width) * 2;
}

Result<dataset::Pixels> pixelsOfYuyv(std::span<const std::byte> bytes, const YuyvShape& shape) {
    const std::size_t needed = shape.bytes();
    if (needed == 0)
        return badInput(say("has {1}x{2} pixels in lines of {3} bytes, which is no image in YUYV", shape.width,
                            shape.height, shape.bytesPerLine));
    if (bytes.size() < needed) return badInput(say("has {1} bytes; expected {2}", bytes.size(), needed));
    const auto pairs = static_cast<std::size_t>(shape.width) / 2;
    dataset::Pixels pixels{shape.width, shape.height, 3, {}};
    pixels.values.resize(pairs * 6 * static_cast<std::size_t>(shape.height));
    unsigned char* into = pixels.values.data();
    for (int row = 0; row < shape.height; ++row) {
        const std::byte* from = bytes.data() + static_cast<std::size_t>(row) * shape.bytesPerLine;
        for (std::size_t pair = 0; pair < pairs; ++pair, from += 4, into += 6) {
            const int u = std::to_integer<int>(from[1]), v = std::to_integer<int>(from[3]);
            putPixel(std::to_integer<int>(from[0]), u, v, into);
            putPixel(std::to_integer<int>(from[2]), u, v, into + 3);
        }
    }
    return pixels;
}

} // namespace edgewright::frames
