// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/protocol/stage_frame.h"

#include <array>
#include <cstring>

namespace edgewright::protocol {

namespace {

// 16 bytes at a time: [k][b] is what byte b does to the checksum k bytes further on. Made when it is first
// asked for: 16 KB less in the agent's file.
constexpr std::size_t SlicedBytes = 16;
using CrcTables = std::array<std::array<std::uint32_t, 256>, SlicedBytes>;

CrcTables crcTables() {
    CrcTables tables{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t value = i;
        for (int bit = 0; bit < 8; ++bit)
            value = (value >> 1) ^ ((value & 1) != 0 ? 0xEDB88320u : 0u);
        tables[0][i] = value;
    }
    for (std::size_t k = 1; k < SlicedBytes; ++k)
        for (std::size_t i = 0; i < 256; ++i)
            tables[k][i] = (tables[k - 1][i] >> 8) ^ tables[0][tables[k - 1][i] & 0xFF];
    return tables;
}

} // namespace

std::uint32_t crcOf(std::span<const std::byte> bytes) {
    static const CrcTables tables = crcTables();
    std::uint32_t crc = 0xFFFFFFFFu;
    const std::byte* at = bytes.data();
    std::size_t left = bytes.size();
    for (; left >= SlicedBytes; at += SlicedBytes, left -= SlicedBytes) {
        std::array<std::uint32_t, SlicedBytes / 4> words;
        std::memcpy(words.data(), at, SlicedBytes);
        words[0] ^= crc;
        crc = 0;
        for (std::size_t i = SlicedBytes; i-- > 0;) // those that wait for the last 16 bytes come last
            crc ^= tables[SlicedBytes - 1 - i][(words[i / 4] >> (8 * (i % 4))) & 0xFF];
    }
    for (; left > 0; ++at, --left)
        crc = (crc >> 8) ^ tables[0][(crc ^ std::to_integer<std::uint32_t>(*at)) & 0xFF];
    return ~crc;
}

} // namespace edgewright::protocol
