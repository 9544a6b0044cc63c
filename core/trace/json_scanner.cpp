// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/json_scanner.h"

// Its stack that is empty adds to a null pointer, which the sanitizer of undefined behaviour takes for an
// error.
#ifdef __clang__
#pragma clang attribute push(__attribute__((no_sanitize("pointer-overflow"))), apply_to = function)
#endif
#include <rapidjson/reader.h>
#ifdef __clang__
#pragma clang attribute pop
#endif

#include <algorithm>
#include <charconv>

namespace edgewright::trace {

namespace {

// RapidJSON's names; what is no text, number or bracket goes by.
class Events {
public:
    Events(JsonHandler& handler, JsonBytes& bytes) : m_handler(handler), m_bytes(bytes) {}

    bool Null() { return step(); }
    bool Bool(bool) { return step(); }
    // RapidJSON asks for these where it reads numbers itself, which it does not: of 0e100 it makes -2e146.
    bool Int(int) { return step(); }
    bool Uint(unsigned) { return step(); }
    bool Int64(std::int64_t) { return step(); }
    bool Uint64(std::uint64_t) { return step(); }
    bool Double(double) { return step(); }
    bool RawNumber(const char* text, rapidjson::SizeType bytes, bool) {
        double number = 0; // too small a one is 0, too large a one does not come here
        std::from_chars(text, text + bytes, number);
        return step() && m_handler.number(number);
    }
    bool String(const char* text, rapidjson::SizeType bytes, bool) {
        keep(text, bytes);
        return step() && m_handler.text(m_text);
    }
    bool Key(const char* text, rapidjson::SizeType bytes, bool) {
        keep(text, bytes);
        return step() && m_handler.key(m_text);
    }
    bool StartObject() { return step() && m_handler.beginObject(); }
    bool EndObject(rapidjson::SizeType) { return step() && m_handler.endObject(); }
    bool StartArray() { return step() && m_handler.beginArray(); }
    bool EndArray(rapidjson::SizeType) { return step() && m_handler.endArray(); }

private:
    bool step() {
        m_bytes.allowStep();
        return true;
    }
    void keep(const char* text, std::size_t bytes) {
        m_text.assign(text, std::min(bytes, JsonScanner::MaxText));
    }

    JsonHandler& m_handler;
    JsonBytes& m_bytes;
    std::string m_text;
};

} // namespace

void JsonBytes::refill() {
    m_before += static_cast<std::size_t>(m_end - m_buffer.data());
    std::streamsize got = 0;
    if (m_before < m_allowed)
        got = m_from.sgetn(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size() - 1));
    m_at = m_buffer.data();
    m_end = m_at + std::max<std::streamsize>(got, 0);
    m_buffer[static_cast<std::size_t>(m_end - m_at)] = '\0';
}

bool JsonScanner::scan(JsonHandler& handler) {
    using namespace rapidjson;
    Events events(handler, m_bytes);
    Reader reader;
    const ParseResult read =
        reader.Parse<kParseIterativeFlag | kParseNumbersAsStringsFlag | kParseTrailingCommasFlag>(m_bytes,
                                                                                                  events);
    if (read && m_bytes.isAtEnd()) return true;
    if (read.Code() != kParseErrorTermination) m_faultAt = m_bytes.Tell() + 1;
    return false;
}

} // namespace edgewright::trace
