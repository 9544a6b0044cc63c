// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/wire/message_file.h"

#include "core/base/digit_groups.h"
#include "core/base/say.h"
#include "core/onnx/wire/wire_reader.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream.h>

#include <algorithm>
#include <climits>

namespace edgewright::onnx {

namespace {

// Hands the mapping out in pieces, so that reading can be stopped and its memory be returned.
class PiecewiseStream : public google::protobuf::io::ZeroCopyInputStream {
public:
    PiecewiseStream(const ir::MappedFile& file, const RunContext& run) : m_file(file), m_run(run) {}

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
    const ir::MappedFile& m_file;
    const RunContext& m_run;
    std::size_t m_position = 0;
};

} // namespace

bool parseMessage(const ir::MappedFile& file, google::protobuf::Message& message, int depth,
                  const RunContext& run) {
    PiecewiseStream stream(file, run);
    google::protobuf::io::CodedInputStream input(&stream);
    input.SetTotalBytesLimit(INT_MAX);
    input.SetRecursionLimit(depth);
    return message.ParsePartialFromCodedStream(&input) && input.ConsumedEntireMessage() && !run.stopped();
}

std::optional<std::string> outerFault(std::span<const std::byte> bytes) {
    WireReader reader(bytes);
    while (!reader.atEnd())
        if (!reader.next()) return reader.fault();
    return std::nullopt;
}

std::optional<std::string> cutOffText(std::span<const std::byte> bytes, std::uint32_t within) {
    WireReader reader(bytes);
    while (!reader.atEnd())
        if (!reader.next()) break;
    if (reader.bytesNeeded() == 0 || reader.cutField() != within) return std::nullopt;
    return say("is cut off: it ends after {1} of at least {2} bytes", inGroups(std::to_string(bytes.size())),
               inGroups(std::to_string(reader.bytesNeeded())));
}

} // namespace edgewright::onnx
