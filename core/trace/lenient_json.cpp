// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/lenient_json.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace edgewright::trace {

// The characters that can be handed out: all before a comma that may be the last one of its list.
std::size_t LenientJson::decided(std::size_t from) {
    std::optional<std::size_t> comma;
    if (from > 0) comma = 0; // what was left over begins with one
    for (std::size_t i = from; i < m_size; ++i) {
        const char c = m_buffer[i];
        if (m_inText) {
            if (m_isEscaped)
                m_isEscaped = false;
            else if (c == '\\')
                m_isEscaped = true;
            else if (c == '"')
                m_inText = false;
            continue;
        }
        if (std::string_view(" \t\r\n").find(c) != std::string_view::npos) continue;
        if (comma && (c == ']' || c == '}')) m_buffer[*comma] = ' ';
        comma.reset();
        if (c == ',') comma = i;
        if (c == '"') m_inText = true;
    }
    return comma.value_or(m_size);
}

LenientJson::int_type LenientJson::underflow() {
    const std::size_t left = m_size - m_ready;
    std::copy_n(m_buffer.data() + m_ready, left, m_buffer.data());
    const std::streamsize got =
        m_from.sgetn(m_buffer.data() + left, static_cast<std::streamsize>(m_buffer.size() - left));
    m_size = left + static_cast<std::size_t>(std::max<std::streamsize>(got, 0));
    m_ready = decided(left);
    if (m_ready == 0) m_ready = m_size; // the end, or nothing but blanks behind the comma
    if (m_ready == 0) return traits_type::eof();
    setg(m_buffer.data(), m_buffer.data(), m_buffer.data() + m_ready);
    return traits_type::to_int_type(m_buffer.front());
}

} // namespace edgewright::trace
