// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/wire/wire_reader.h"

#include <limits>

namespace edgewright::onnx {

namespace {

constexpr std::uint64_t LargestField = (1u << 29) - 1;

} // namespace

std::optional<std::uint64_t> WireReader::varint() {
    std::uint64_t result = 0;
    for (unsigned shift = 0; shift < 64 && left() > 0; shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(m_bytes[m_position++]);
        result |= (byte & 127u) << shift;
        if (byte < 128) return result;
    }
    return std::nullopt;
}

std::optional<WireField> WireReader::next() {
    const std::size_t start = m_position;
    const std::string at = "at byte " + std::to_string(start);
    const auto broken = [&](std::string what) {
        m_fault = std::move(what);
        m_position = start;
        return std::nullopt;
    };
    const auto key = varint();
    if (!key || *key >> 3 == 0 || *key >> 3 > LargestField) return broken(at + " there is no protobuf field");
    WireField field;
    field.number = static_cast<std::uint32_t>(*key >> 3);
    const std::string name = "field " + std::to_string(field.number) + " " + at;
    std::uint64_t size = 0;
    switch (*key & 7u) {
    case 0: {
        const auto value = varint();
        if (!value) return broken(name + " has no end");
        field.value = *value;
        break;
    }
    case 1:
        size = 8;
        break;
    case 5:
        size = 4;
        break;
    case 2: {
        const auto length = varint();
        if (!length) return broken(name + " has no length");
        size = *length;
        field.delimited = true;
        break;
    }
    default:
        return broken(name + " has no type that ONNX uses");
    }
    if (size > left()) {
        if (field.delimited) {
            constexpr std::uint64_t Largest = std::numeric_limits<std::uint64_t>::max();
            m_bytesNeeded = size > Largest - m_position ? Largest : m_position + size;
            m_cutField = field.number;
        }
        return broken(name + " should be " + std::to_string(size) + " bytes long, but the file ends after " +
                      std::to_string(left()) + " of them");
    }
    if (field.delimited) field.payload = m_bytes.subspan(m_position, static_cast<std::size_t>(size));
    m_position += static_cast<std::size_t>(size);
    field.whole = m_bytes.subspan(start, m_position - start);
    return field;
}

} // namespace edgewright::onnx
