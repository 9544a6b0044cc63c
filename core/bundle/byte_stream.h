// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes in the order of a bundle: little-endian, strings and lists behind their length.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace edgewright::bundle {

static_assert(std::endian::native == std::endian::little, "tensors are used where they lie in the file");

class ByteWriter {
public:
    template <typename T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T>
    void put(T value) { putBytes(std::as_bytes(std::span(&value, 1))); }
    void putCount(std::size_t count) { put(static_cast<std::uint32_t>(count)); }
    void put(std::string_view text) {
        putCount(text.size());
        putBytes(std::as_bytes(std::span(text)));
    }
    void putBytes(std::span<const std::byte> some) { m_bytes.insert(m_bytes.end(), some.begin(), some.end()); }
    // So many more, zeros; they are written before anything else is put.
    std::span<std::byte> putSpace(std::size_t size) {
        m_bytes.resize(m_bytes.size() + size);
        return std::span(m_bytes).last(size);
    }
    void reserve(std::size_t size) { m_bytes.reserve(size); }
    const std::vector<std::byte>& bytes() const { return m_bytes; }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

// Reads bytes of ByteWriter, or any others: behind the first thing that does not fit everything reads as zero
// and empty, and failed() says what it was.
class ByteReader {
public:
    explicit ByteReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    template <typename T>
    requires std::is_arithmetic_v<T> T get(const char* what) {
        T value{};
        if (m_bytes.size() - m_at < sizeof(T)) {
            fail(std::string("ends within ") + what);
            return value;
        }
        std::memcpy(&value, m_bytes.data() + m_at, sizeof(T));
        m_at += sizeof(T);
        return value;
    }
    // An enumerator from 0 to `last`.
    template <typename T>
    requires std::is_enum_v<T> T getEnum(const char* what, T last) {
        const auto value = get<std::underlying_type_t<T>>(what);
        if (value >= 0 && value <= static_cast<std::underlying_type_t<T>>(last)) return static_cast<T>(value);
        fail(std::string(what) + " is " + std::to_string(+value) + ", which is none");
        return T{};
    }
    bool getFlag(const char* what) {
        const auto value = get<std::uint8_t>(what);
        if (value > 1) fail(std::string(what) + " is " + std::to_string(+value) + " where 0 or 1 is expected");
        return value == 1;
    }
    // A count of things that take at least `least` bytes each: never more than there can be.
    std::size_t getCount(const char* what, std::size_t least = 1) {
        const auto count = get<std::uint32_t>(what);
        if (count <= (m_bytes.size() - m_at) / least) return count;
        fail(std::string(what) + ": " + std::to_string(count) + " do not fit the rest of " +
             std::to_string(m_bytes.size() - m_at) + " bytes");
        return 0;
    }
    // A view of them; empty where so many are not there.
    std::span<const std::byte> getBytes(std::uint64_t size, const char* what) {
        if (size > m_bytes.size() - m_at) {
            fail(std::string("ends within ") + what);
            return {};
        }
        const auto taken = m_bytes.subspan(m_at, size);
        m_at += size;
        return taken;
    }
    std::string getText(const char* what) {
        const std::size_t size = getCount(what);
        std::string text(reinterpret_cast<const char*>(m_bytes.data() + m_at), size);
        m_at += size;
        return text;
    }

    // The first call counts. Nothing is left to read then.
    void fail(std::string why) {
        if (m_error.empty()) m_error = "byte " + std::to_string(m_at) + " of the structure: " + std::move(why);
        m_bytes = {};
        m_at = 0;
    }
    bool failed() const { return !m_error.empty(); }
    const std::string& error() const { return m_error; }
    bool atEnd() const { return m_at == m_bytes.size(); }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_at = 0;
    std::string m_error;
};

} // namespace edgewright::bundle
