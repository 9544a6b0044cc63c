// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as it streams by, for files of many hundred MiB: nothing of it is kept.
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
    virtual bool number(double number) = 0; // infinite where it is beyond doubles
    virtual bool text(std::string& text) = 0;
};

// Beyond the standard: a comma behind the last element, as some tools write it, and texts in any encoding. Of
// texts the first bytes are handed on; `true`, `false` and `null` are not.
class JsonScanner {
public:
    static constexpr std::size_t MaxText = 4096; // bytes of a text that are handed on

    explicit JsonScanner(std::streambuf& from) : m_from(from) {}

    // True: one whole document. False: the handler ended it, or it stops being JSON at faultAt().
    bool scan(JsonHandler& handler);
    std::uint64_t faultAt() const { return m_faultAt; } // byte, from 1; 0: there is no fault
    // The next byte, from the one that was no JSON on; -1: there is none.
    int next() {
        const int c = peek();
        if (c >= 0) ++m_at;
        return c;
    }

private:
    enum class State { Value, Key, Behind }; // that is expected

    int peek() { return m_at < m_end || refill() ? static_cast<unsigned char>(m_buffer[m_at]) : -1; }
    bool refill();
    int peekBehindBlanks();
    bool fault();
    bool value(JsonHandler& handler);
    bool close(JsonHandler& handler, bool isArray);
    bool readText();
    bool readEscape();
    bool readHex(std::uint32_t& code);
    void put(std::uint32_t code);
    bool readNumber(double& number);
    bool readWord(const char* word);
    bool step(JsonHandler& handler);

    std::streambuf& m_from;
    std::vector<char> m_buffer = std::vector<char>(std::size_t(1) << 18);
    std::size_t m_at = 0, m_end = 0;
    std::uint64_t m_before = 0, m_faultAt = 0; // bytes before the buffer
    std::vector<bool> m_open;                  // arrays; else objects
    State m_state = State::Value;
    std::string m_text;
};

} // namespace edgewright::trace
