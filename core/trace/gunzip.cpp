// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/gunzip.h"

#include "core/base/say.h"

#include <zlib.h>

#include <algorithm>

namespace edgewright::trace {

struct Gunzip::State {
    z_stream stream{};
    bool isOpen = false, isBetween = true; // between two packed parts
};

bool Gunzip::isPacked(std::streambuf& from) {
    using Traits = std::streambuf::traits_type;
    if (from.sgetc() != Traits::to_int_type('\x1f')) return false;
    const bool isMagic = from.snextc() == Traits::to_int_type('\x8b');
    from.pubseekoff(-1, std::ios::cur, std::ios::in);
    return isMagic;
}

Gunzip::Gunzip(std::streambuf& from)
    : m_from(from), m_state(std::make_unique<State>()), m_packed(std::size_t(1) << 15),
      m_plain(std::size_t(1) << 16) {
    constexpr int OfGzip = 15 + 16; // the largest window; a header of gzip is expected
    m_state->isOpen = inflateInit2(&m_state->stream, OfGzip) == Z_OK;
    if (!m_state->isOpen) refuse(say("cannot be unpacked: no memory is left"));
}

Gunzip::~Gunzip() {
    if (m_state->isOpen) inflateEnd(&m_state->stream);
}

void Gunzip::refuse(std::string why) {
    m_fault = std::move(why);
    m_isRefused = m_ended = true;
}

// Bytes that came into m_plain; 0: the end.
std::size_t Gunzip::inflateSome() {
    z_stream& stream = m_state->stream;
    stream.next_out = reinterpret_cast<Bytef*>(m_plain.data());
    stream.avail_out = static_cast<uInt>(m_plain.size());
    while (!m_ended && stream.avail_out == m_plain.size()) {
        if (stream.avail_in == 0) {
            const std::streamsize got =
                m_from.sgetn(m_packed.data(), static_cast<std::streamsize>(m_packed.size()));
            m_taken += std::max<std::streamsize>(got, 0);
            stream.next_in = reinterpret_cast<Bytef*>(m_packed.data());
            stream.avail_in = static_cast<uInt>(std::max<std::streamsize>(got, 0));
            if (stream.avail_in == 0) {
                m_ended = true;
                if (!m_state->isBetween) m_fault = say("the packed file is cut off at byte {1}", m_taken);
                break;
            }
        }
        m_state->isBetween = false;
        const int result = inflate(&stream, Z_NO_FLUSH);
        if (result == Z_STREAM_END) { // another one may follow
            m_state->isBetween = true;
            if (inflateReset(&stream) != Z_OK) m_ended = true;
        } else if (result != Z_OK && result != Z_BUF_ERROR) {
            m_ended = true;
            m_fault = say("the packed file is damaged before byte {1}", m_taken - stream.avail_in);
        }
    }
    return m_plain.size() - stream.avail_out;
}

Gunzip::int_type Gunzip::underflow() {
    if (m_ended) return traits_type::eof();
    const std::size_t count = inflateSome();
    if (count == 0) return traits_type::eof();
    const bool isFirst = m_given == 0;
    m_given += static_cast<std::int64_t>(count);
    if (isFirst && count >= 2 && m_plain[0] == '\x1f' && m_plain[1] == '\x8b') {
        refuse(say("is packed with gzip twice; expected a profile packed once: unpack it with `gunzip`"));
        return traits_type::eof();
    }
    if (m_given > MaxBytes || (m_given > FreeBytes && m_given / MaxRatio > m_taken)) {
        refuse(say("is no profile: {1} packed bytes hold more than {2}; expected at most {3} in one", m_taken,
                   m_given, MaxRatio));
        return traits_type::eof();
    }
    setg(m_plain.data(), m_plain.data(), m_plain.data() + count);
    return traits_type::to_int_type(m_plain.front());
}

} // namespace edgewright::trace
