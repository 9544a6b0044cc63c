// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes in the order of a bundle: little-endian, strings and lists behind their length.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace edgewright::bundle {

static_assert(std::endian::native == std::endian::little, "tensors are used where they lie in the file");

class ByteWriter {
public:
    template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void put(T value) {
        char bytes[sizeof(T)];
        std::memcpy(bytes, &value, sizeof(T));
        m_bytes.append(bytes, sizeof(T));
    }
    void putCount(std::size_t count) { put(static_cast<std::uint32_t>(count)); }
    void put(std::string_view text) {
        putCount(text.size());
        m_bytes.append(text);
    }
    const std::string& bytes() const { return m_bytes; }

private:
    std::string m_bytes;
};

} // namespace edgewright::bundle
