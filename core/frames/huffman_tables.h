// SPDX-License-Identifier: GPL-3.0-or-later
// Frames in Motion JPEG are JPEG images that may leave out their Huffman tables: those of the standard are
// meant.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace edgewright::frames {

// The image with those tables (ITU-T T.81, K.3 to K.6) in front of its scan, where it has none of its own.
// Empty: it has, or it is no JPEG image; then it stays as it is.
std::vector<std::byte> withHuffmanTables(std::span<const std::byte> image);

} // namespace edgewright::frames
