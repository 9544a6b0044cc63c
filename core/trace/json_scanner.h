// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as it streams by, for files of many hundred MiB: nothing of it is kept. RapidJSON reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <streambuf>
#include <string>
#include <vector>

namespace edgewright::trace {

// Gets what a document holds, in order; false ends it. Texts may be moved from.
class JsonHandler {
public:
    virtual ~JsonHandler() = default;
    virtual bool beginObject() = 0;
    virtual bool key(std::string& text) = 0;
    virtual bool endObject() = 0;
    virtual bool beginArray() = 0;
    virtual bool endArray() = 0;
    virtual bool number(double number) = 0;
    virtual bool text(std::string& text) = 0;
};

// Bytes by the piece, as RapidJSON takes them.
class JsonBytes {
public:
    using Ch = char;
    // Bytes for one text, number or stretch of blanks: behind them it counts as damaged.
    static constexpr std::uint64_t MaxStep = std::uint64_t(96) << 20;

    explicit JsonBytes(std::streambuf& from) : m_from(from) { refill(); }

    char Peek() const { return *m_at; } // '\0' at the end
    char Take() {
        const char taken = *m_at;
        if (m_at != m_end && ++m_at == m_end) refill();
        return taken;
    }
    std::size_t Tell() const { return m_before + static_cast<std::size_t>(m_at - m_buffer.data()); }
    bool isAtEnd() const { return m_at == m_end; }
    void allowStep() { m_allowed = Tell() + MaxStep; }
    // Never called: nothing is written in place.
    char* PutBegin() { return nullptr; }
    void Put(char) {}
    void Flush() {}
    std::size_t PutEnd(char*) { return 0; }

private:
    void refill();

    std::streambuf& m_from;
    std::vector<char> m_buffer = std::vector<char>((std::size_t(1) << 18) + 1);
    const char* m_at = m_buffer.data();
    const char* m_end = m_at;
    std::size_t m_before = 0; // bytes before the buffer
    std::uint64_t m_allowed = MaxStep;
};

// Beyond the standard: a comma behind the last element, as some tools write it, and texts in any encoding. Of
// texts the first bytes are handed on; `true`, `false` and `null` are not.
class JsonScanner {
public:
    static constexpr std::size_t MaxText = 4096; // bytes of a text that are handed on

    explicit JsonScanner(std::streambuf& from) : m_bytes(from) {}

    // True: one whole document. False: the handler ended it, or it stops being JSON at faultAt().
    bool scan(JsonHandler& handler);
    std::uint64_t faultAt() const { return m_faultAt; } // byte, from 1; 0: there is no fault
    // The next byte, from the one that was no JSON on; -1: there is none.
    int next() {
        m_bytes.allowStep();
        return m_bytes.isAtEnd() ? -1 : static_cast<unsigned char>(m_bytes.Take());
    }

private:
    JsonBytes m_bytes;
    std::uint64_t m_faultAt = 0;
};

} // namespace edgewright::trace
