// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a text in C.
#pragma once

#include "core/loopnest/nest.h"

#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <vector>

namespace edgewright::loopnest {

// Indented by braces.
class Lines {
public:
    void add(const std::string& line) { m_text += std::string(4 * m_depth, ' ') + line + "\n"; }
    void open(const std::string& line) {
        add(line);
        ++m_depth;
    }
    void close() {
        --m_depth;
        add("}");
    }
    void closeWithout() { --m_depth; } // behind an `open` that has no brace
    std::string take() { return std::move(m_text); }

private:
    std::string m_text;
    std::size_t m_depth = 0;
};

// A sum of constants and of names times constants.
class Sum {
public:
    void add(std::int64_t constant) { m_constant += constant; }
    void add(std::int64_t factor, const std::string& name) {
        if (factor == 0) return;
        m_text += (m_text.empty() ? "" : " + ") + name;
        if (factor != 1) m_text += " * " + std::to_string(factor);
    }
    std::string text() const {
        if (m_text.empty()) return std::to_string(m_constant);
        return m_constant == 0 ? m_text : m_text + " + " + std::to_string(m_constant);
    }

private:
    std::string m_text;
    std::int64_t m_constant = 0;
};

// The steps of a tile in registers, one after the other: the last axis counts fastest.
class Steps {
public:
    explicit Steps(const Nest& nest) : m_nest(nest), m_at(nest.spatial.size()) {}
    std::int64_t at(std::size_t place) const { return m_at[place]; }
    void next() {
        for (std::size_t place = m_at.size(); place-- > 0;) {
            if (++m_at[place] < m_nest.stepsOf(place)) return;
            m_at[place] = 0;
        }
    }

private:
    const Nest& m_nest;
    std::vector<std::int64_t> m_at;
};

// The very number, "0x1.8p+0f".
inline std::string literal(float value) {
    if (std::isnan(value)) return "__builtin_nanf(\"\")";
    if (std::isinf(value)) return value > 0 ? "__builtin_inff()" : "-__builtin_inff()";
    std::array<char, 64> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), std::abs(value), std::chars_format::hex);
    return (std::signbit(value) ? "-0x" : "0x") + std::string(text.data(), end.ptr) + "f";
}

} // namespace edgewright::loopnest
