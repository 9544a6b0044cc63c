// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions in the syntax of RE2, matched in time proportional to pattern times text, whatever both
// hold (Thompson's construction, all states advanced together).
//
// Literals, '.', classes with ranges, escapes and [:names:], \d \D \w \W \s \S, groups (also named, without
// capture or with the flags i, m, s, U), |, * + ? {m,n} and their lazy forms, ^ $ \A \z \b \B. No groups are
// captured.
#pragma once

#include "core/base/result.h"
#include "core/base/run_context.h"

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace edgewright::ops {

// A set of code points.
struct CharacterSet {
    std::vector<std::pair<char32_t, char32_t>> ranges; // first and last
    bool negated = false;
    bool anyCase = false; // c is inside when its upper or lower case is
    bool holds(char32_t c) const;
};

enum class Anchor : std::uint8_t { TextBegin, TextEnd, LineBegin, LineEnd, WordBoundary, NoWordBoundary };

class Regex {
public:
    // BadInput for what RE2 refuses as well, Unsupported for what this program does not know; both name the
    // byte of the pattern.
    static Result<Regex> compile(std::string_view pattern);
    // Whether the pattern matches all of `text`, which is UTF-8. Only fails as cancelled.
    Result<bool> matchesAll(std::string_view text, const RunContext& run) const;

    struct Instruction {
        enum class Kind : std::uint8_t { Set, Split, Jump, Assert, Accept } kind = Kind::Accept;
        Anchor anchor = Anchor::TextBegin;
        std::size_t first = 0;  // the set, or where to go on
        std::size_t second = 0; // the other branch of a Split
    };

private:
    std::vector<CharacterSet> m_sets;
    std::vector<Instruction> m_code;
};

} // namespace edgewright::ops
