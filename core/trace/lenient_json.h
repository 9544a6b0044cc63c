// SPDX-License-Identifier: GPL-3.0-or-later
// JSON as tools write it that put a comma behind the last element.
#pragma once

#include <streambuf>
#include <vector>

namespace edgewright::trace {

// The characters of `from`, in which a comma before "]" or "}" is a blank. Every other character keeps its
// value and its place. One with 64 KiB of blanks behind it stays.
class LenientJson : public std::streambuf {
public:
    explicit LenientJson(std::streambuf& from) : m_from(from) {}

protected:
    int_type underflow() override;

private:
    std::size_t decided(std::size_t from);

    std::streambuf& m_from;
    std::vector<char> m_buffer = std::vector<char>(std::size_t(1) << 16);
    std::size_t m_size = 0, m_ready = 0; // characters held; of them, handed out
    bool m_inText = false, m_isEscaped = false;
};

} // namespace edgewright::trace
