// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/message_file.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream.h>

#include <algorithm>
#include <climits>

namespace edgewright::onnx {

namespace {

// Hands the mapping out in pieces, so that reading can be stopped and its memory be returned.
class PiecewiseStream : public google::protobuf::io::ZeroCopyInputStream {
public:
    PiecewiseStream(const MappedFile& file, const RunContext& run) : m_file(file), m_run(run) {}

    bool Next(const void** data, int* size) override {
        const auto bytes = m_file.bytes();
        if (m_position >= bytes.size() || m_run.stopped()) return false;
        if (m_position >= Piece) m_file.forget(m_position - Piece, Piece);
        const std::size_t length = std::min(Piece, bytes.size() - m_position);
        *data = bytes.data() + m_position;
        *size = static_cast<int>(length);
        m_position += length;
        m_run.report(static_cast<std::uint32_t>(m_position >> 10),
                     static_cast<std::uint32_t>(bytes.size() >> 10));
        return true;
    }
    void BackUp(int count) override { m_position -= static_cast<std::size_t>(count); }
    bool Skip(int count) override {
        m_position = std::min(m_position + static_cast<std::size_t>(count), m_file.bytes().size());
        return m_position < m_file.bytes().size();
    }
    std::int64_t ByteCount() const override { return static_cast<std::int64_t>(m_position); }

private:
    static constexpr std::size_t Piece = std::size_t(4) << 20;
    const MappedFile& m_file;
    const RunContext& m_run;
    std::size_t m_position = 0;
};

class WireReader {
public:
    explicit WireReader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    std::size_t position() const { return m_position; }
    std::size_t left() const { return m_bytes.size() - m_position; }
    bool skip(std::uint64_t count) {
        if (count > left()) return false;
        m_position += static_cast<std::size_t>(count);
        return true;
    }
    std::optional<std::uint64_t> varint() {
        std::uint64_t result = 0;
        for (unsigned shift = 0; shift < 64 && left() > 0; shift += 7) {
            const auto byte = std::to_integer<std::uint64_t>(m_bytes[m_position++]);
            result |= (byte & 127u) << shift;
            if (byte < 128) return result;
        }
        return std::nullopt;
    }

private:
    std::span<const std::byte> m_bytes;
    std::size_t m_position = 0;
};

} // namespace

bool parseMessage(const MappedFile& file, google::protobuf::Message& message, int depth,
                  const RunContext& run) {
    PiecewiseStream stream(file, run);
    google::protobuf::io::CodedInputStream input(&stream);
    input.SetTotalBytesLimit(INT_MAX);
    input.SetRecursionLimit(depth);
    return message.ParsePartialFromCodedStream(&input) && input.ConsumedEntireMessage() && !run.stopped();
}

std::optional<std::string> outerFault(std::span<const std::byte> bytes) {
    WireReader reader(bytes);
    while (reader.left() > 0) {
        const std::string at = "at byte " + std::to_string(reader.position());
        const auto key = reader.varint();
        const std::uint64_t field = key ? *key >> 3 : 0;
        if (field == 0 || field > 536870911) return at + " there is no protobuf field";
        const std::string name = "field " + std::to_string(field) + " " + at;
        std::uint64_t size = 0;
        switch (*key & 7u) {
        case 0:
            if (!reader.varint()) return name + " has no end";
            continue;
        case 1:
            size = 8;
            break;
        case 5:
            size = 4;
            break;
        case 2: {
            const auto length = reader.varint();
            if (!length) return name + " has no length";
            size = *length;
            break;
        }
        default:
            return name + " has no type that ONNX uses";
        }
        if (!reader.skip(size))
            return name + " should be " + std::to_string(size) + " bytes long, but the file ends after " +
                   std::to_string(reader.left()) + " of them";
    }
    return std::nullopt;
}

} // namespace edgewright::onnx
