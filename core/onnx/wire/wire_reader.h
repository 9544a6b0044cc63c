// SPDX-License-Identifier: GPL-3.0-or-later
// Protobuf's wire format, field by field, without knowing the message.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace edgewright::onnx {

struct WireField {
    std::uint32_t number = 0;
    std::uint64_t value = 0;            // of an integer of any length
    bool delimited = false;             // a string, bytes or a message: `payload` is what it holds
    std::span<const std::byte> payload; // empty for numbers
    std::span<const std::byte> whole;   // tag included
};

class WireReader {
public:
    explicit WireReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    bool atEnd() const { return m_position == m_bytes.size(); }
    // The next field; empty where the bytes are none, and `fault` says why: "at byte 16 there is no field".
    std::optional<WireField> next();
    const std::string& fault() const { return m_fault; }
    // The length of all bytes, where these are cut off within a field that says how long it is; 0: they are not.
    std::uint64_t bytesNeeded() const { return m_bytesNeeded; }
    std::uint32_t cutField() const { return m_cutField; } // its number
    // The next integer where there are nothing but integers, as in the payload of a list of them; empty: none.
    std::optional<std::uint64_t> varint();

private:
    std::size_t left() const { return m_bytes.size() - m_position; }

    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
    std::string m_fault;
    std::uint64_t m_bytesNeeded = 0;
    std::uint32_t m_cutField = 0;
};

} // namespace edgewright::onnx
