// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/json_scanner.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

namespace edgewright::trace {

namespace {

constexpr bool isBlank(int c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// Bytes of a text that are neither its end nor an escape nor forbidden.
constexpr auto IsPlain = [] {
    std::array<bool, 256> plain{};
    for (int c = 0x20; c < 256; ++c)
        plain[static_cast<std::size_t>(c)] = c != '"' && c != '\\';
    return plain;
}();

} // namespace

bool JsonScanner::refill() {
    m_before += m_end;
    const std::streamsize got = m_from.sgetn(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
    m_at = 0;
    m_end = got > 0 ? static_cast<std::size_t>(got) : 0;
    return m_end > 0;
}

int JsonScanner::peekBehindBlanks() {
    int c = peek();
    while (isBlank(c)) {
        ++m_at;
        c = peek();
    }
    return c;
}

bool JsonScanner::fault() {
    m_faultAt = m_before + m_at + 1;
    return false;
}

bool JsonScanner::scan(JsonHandler& handler) {
    while (!(m_open.empty() && m_state == State::Behind))
        if (!step(handler)) return false;
    return peekBehindBlanks() < 0 || fault();
}

bool JsonScanner::step(JsonHandler& handler) {
    const int c = peekBehindBlanks();
    switch (m_state) {
    case State::Value:
        return c == ']' && !m_open.empty() && m_open.back() ? close(handler, true) : value(handler);
    case State::Key:
        if (c == '}') return close(handler, false);
        if (c != '"') return fault();
        ++m_at;
        if (!readText()) return false;
        if (peekBehindBlanks() != ':') return fault();
        ++m_at;
        m_state = State::Value;
        return handler.key(m_text);
    case State::Behind:
        if (c == ',') {
            ++m_at;
            m_state = m_open.back() ? State::Value : State::Key;
            return true;
        }
        if (c == (m_open.back() ? ']' : '}')) return close(handler, m_open.back());
        return fault();
    }
    return fault();
}

bool JsonScanner::close(JsonHandler& handler, bool isArray) {
    ++m_at;
    m_open.pop_back();
    m_state = State::Behind;
    return isArray ? handler.endArray() : handler.endObject();
}

bool JsonScanner::value(JsonHandler& handler) {
    const int c = peek();
    m_state = State::Behind;
    if (c == '{' || c == '[') {
        ++m_at;
        m_open.push_back(c == '[');
        m_state = c == '[' ? State::Value : State::Key;
        return c == '[' ? handler.beginArray() : handler.beginObject();
    }
    if (c == '"') {
        ++m_at;
        return readText() && handler.text(m_text);
    }
    if (c == 't') return readWord("true");
    if (c == 'f') return readWord("false");
    if (c == 'n') return readWord("null");
    double number = 0;
    return readNumber(number) && handler.number(number);
}

bool JsonScanner::readWord(const char* word) {
    for (; *word; ++word) {
        if (peek() != *word) return fault();
        ++m_at;
    }
    return true;
}

// Behind its quotation mark.
bool JsonScanner::readText() {
    m_text.clear();
    while (peek() >= 0) {
        std::size_t end = m_at;
        while (end < m_end && IsPlain[static_cast<unsigned char>(m_buffer[end])])
            ++end;
        if (m_text.size() < MaxText)
            m_text.append(m_buffer.data() + m_at, std::min(end - m_at, MaxText - m_text.size()));
        m_at = end;
        if (m_at == m_end) continue;
        const char c = m_buffer[m_at];
        if (c != '"' && c != '\\') return fault();
        ++m_at;
        if (c == '"') return true;
        if (!readEscape()) return false;
    }
    return fault();
}

bool JsonScanner::readEscape() {
    constexpr std::string_view Names = "\"\\/bfnrt", Values = "\"\\/\b\f\n\r\t";
    const int c = peek();
    if (c < 0) return fault();
    if (const std::size_t at = Names.find(static_cast<char>(c)); at != Names.npos) {
        ++m_at;
        put(static_cast<unsigned char>(Values[at]));
        return true;
    }
    if (c != 'u') return fault();
    ++m_at;
    std::uint32_t code = 0, second = 0;
    if (!readHex(code)) return false;
    if (code >= 0xd800 && code < 0xdc00) { // the first half of a pair
        if (!readWord("\\u") || !readHex(second)) return false;
        if (second < 0xdc00 || second > 0xdfff) return fault();
        code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
        return fault();
    }
    put(code);
    return true;
}

bool JsonScanner::readHex(std::uint32_t& code) {
    for (int i = 0; i < 4; ++i) {
        const int c = peek();
        const int digit = c >= '0' && c <= '9'   ? c - '0'
                          : c >= 'a' && c <= 'f' ? c - 'a' + 10
                          : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                 : -1;
        if (digit < 0) return fault();
        code = code << 4 | static_cast<std::uint32_t>(digit);
        ++m_at;
    }
    return true;
}

// In UTF-8.
void JsonScanner::put(std::uint32_t code) {
    if (m_text.size() >= MaxText) return;
    const auto add = [&](std::uint32_t byte) { m_text += static_cast<char>(byte); };
    if (code < 0x80) return add(code);
    if (code < 0x800) {
        add(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            add(0xe0 | code >> 12);
        } else {
            add(0xf0 | code >> 18);
            add(0x80 | (code >> 12 & 0x3f));
        }
        add(0x80 | (code >> 6 & 0x3f));
    }
    add(0x80 | (code & 0x3f));
}

bool JsonScanner::readNumber(double& number) {
    constexpr std::size_t MaxDigits = 1000;
    m_text.clear();
    for (int c = peek(); (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
         c = peek()) {
        if (m_text.size() == MaxDigits) return fault();
        m_text += static_cast<char>(c);
        ++m_at;
    }
    if (m_text.empty()) return fault();
    const char* const end = m_text.data() + m_text.size();
    const auto [read, error] = std::from_chars(m_text.data(), end, number);
    if (read != end || m_text.back() == '.') return fault();
    if (error == std::errc::result_out_of_range) number = HUGE_VAL;
    return error == std::errc() || error == std::errc::result_out_of_range || fault();
}

} // namespace edgewright::trace
