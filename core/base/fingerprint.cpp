// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/fingerprint.h"

#include "core/base/file_text.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <vector>

namespace edgewright {

namespace {

// FNV-1a.
class FingerprintSum {
public:
    void add(std::string_view bytes) {
        for (const char each : bytes)
            m_hash = (m_hash ^ static_cast<unsigned char>(each)) * 0x100000001b3u;
    }
    std::string text() const {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "fnv1a64:%016llx", static_cast<unsigned long long>(m_hash));
        return text.data();
    }

private:
    std::uint64_t m_hash = 0xcbf29ce484222325u;
};

} // namespace

std::string fingerprintOf(std::string_view bytes) {
    FingerprintSum sum;
    sum.add(bytes);
    return sum.text();
}

std::string fingerprintOfFile(const std::filesystem::path& file) {
    if (!requireRegularFile(file)) return {};
    std::ifstream stream(file, std::ios::binary);
    std::vector<char> block(std::size_t(1) << 20);
    FingerprintSum sum;
    while (stream) {
        stream.read(block.data(), static_cast<std::streamsize>(block.size()));
        sum.add({block.data(), static_cast<std::size_t>(stream.gcount())});
    }
    return stream.eof() ? sum.text() : std::string();
}

} // namespace edgewright
