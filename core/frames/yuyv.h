// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels as cameras send them uncompressed: YUYV, that is 4 bytes Y0 U Y1 V for two pixels side by side, which
// share their colour.
#pragma once

#include "core/base/result.h"
#include "core/dataset/pixels.h"

#include <cstddef>
#include <span>

namespace edgewright::frames {

inline constexpr int MaxSide = 16384; // of a frame, in pixels

// An image of so many pixels, and the bytes from one line to the next.
struct YuyvShape {
    int width = 0, height = 0;
    std::size_t bytesPerLine = 0;

    // With only the pixels of the last line. 0 for a shape that is none: sides of 1 to MaxSide, an even width,
    // lines of 2 bytes a pixel at least and 1 MiB at most.
    std::size_t bytes() const;
};

// Red, green and blue by ITU-R BT.601 with Y from 16 to 235, which is what V4L2 says of cameras that say
// nothing themselves. BadInput for a shape that is none, and for fewer bytes than it has; more are left out.
Result<dataset::Pixels> pixelsOfYuyv(std::span<const std::byte> bytes, const YuyvShape& shape);

} // namespace edgewright::frames
