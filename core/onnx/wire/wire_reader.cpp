// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/wire/wire_reader.h"

#include "core/base/say.h"

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
    const auto broken = [&](std::string what) {
        m_fault = std::move(what);
        m_position = start;
        return std::nullopt;
    };
    const auto key = varint();
    if (!key || *key >> 3 == 0 || *key >> 3 > LargestField)
        return broken(say("at byte {1} there is no protobuf field", start));
    WireField field;
    field.number = static_cast<std::uint32_t>(*key >> 3);
    std::uint64_t size = 0;
    switch (*key & 7u) {
    case 0: {
        const auto value = varint();
        if (!value) return broken(say("field {1} at byte {2} has no end", field.number, start));
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
        if (!length) return broken(say("field {1} at byte {2} has no length", field.number, start));
        size = *length;
        field.delimited = true;
        break;
    }
    default:
        return broken(say("field {1} at byte {2} has no type that ONNX uses", field.number, start));
    }
    if (size > left()) {
        if (field.delimited) {
            constexpr std::uint64_t Largest = std::numeric_limits<std::uint64_t>::max();
            m_bytesNeeded = size > Largest - m_position ? Largest : m_position + size;
            m_cutField = field.number;
        }
        return broken(say("field {1} at byte {2} should be {3} bytes long, but the file ends after {4} of them",
                          field.number, start, size, left()));
    }
    if (field.delimited) field.payload = m_bytes.subspan(m_position, static_cast<std::size_t>(size));
    m_position += static_cast<std::size_t>(size);
    field.whole = m_bytes.subspan(start, m_position - start);
    return field;
}

} // namespace edgewright::onnx
