// SPDX-License-Identifier: GPL-3.0-or-later
// Elements of two or four bits, several to a byte, the first in the lowest bits.
#pragma once

#include <cstddef>

namespace edgewright::ops {

inline unsigned packedAt(const std::byte* bytes, std::size_t index, int bits) {
    const std::size_t perByte = 8 / static_cast<std::size_t>(bits);
    const auto byte = std::to_integer<unsigned>(bytes[index / perByte]);
    return byte >> (index % perByte * static_cast<std::size_t>(bits)) & ((1u << bits) - 1u);
}

// The element's bits must be 0 before; of `value` the low bits count.
inline void setPacked(std::byte* bytes, std::size_t index, int bits, unsigned value) {
    const std::size_t perByte = 8 / static_cast<std::size_t>(bits);
    const unsigned low = value & ((1u << bits) - 1u);
    bytes[index / perByte] |= static_cast<std::byte>(low << (index % perByte * static_cast<std::size_t>(bits)));
}

} // namespace edgewright::ops
