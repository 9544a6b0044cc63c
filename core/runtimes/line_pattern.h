// SPDX-License-Identifier: GPL-3.0-or-later
// A regular expression for lines, with named groups, that takes time proportional to the line (RE2).
#pragma once

#include "core/base/result.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace edgewright::runtimes {

class LinePattern {
public:
    // BadInput says what is wrong with it.
    static Result<LinePattern> of(const std::string& text);

    std::vector<std::string> groups() const; // their names
    bool finds(std::string_view line) const;
    // The texts of the named groups that matched; false: the line does not match.
    using Captured = std::map<std::string, std::string_view, std::less<>>;
    bool match(std::string_view line, Captured& captured) const;

private:
    std::shared_ptr<const re2::RE2> m_expression;
    std::map<int, std::string> m_groups; // by number
};

} // namespace edgewright::runtimes
