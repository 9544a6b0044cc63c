// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression as a tree.
#pragma once

#include "core/ops/text/regex.h"

namespace edgewright::ops {

struct RegexPiece {
    enum class Kind : std::uint8_t { Concatenation, Alternatives, Set, Assertion, Repetition };
    Kind kind = Kind::Concatenation;
    std::vector<std::size_t> parts; // pieces by number; one for a repetition
    std::size_t set = 0;
    Anchor anchor = Anchor::TextBegin;
    int least = 0;
    int most = -1; // -1: no limit
};

struct RegexTree {
    std::vector<RegexPiece> pieces; // parts come before what holds them
    std::vector<CharacterSet> sets;
    std::size_t root = 0;
};

Result<RegexTree> parseRegex(std::string_view pattern);

} // namespace edgewright::ops
