// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtimes/line_pattern.h"

#include "core/base/say.h"

#include <re2/re2.h>

namespace edgewright::runtimes {

Result<LinePattern> LinePattern::of(const std::string& text) {
    constexpr std::int64_t MaxBytes = 2 << 20; // of the program and the states kept while matching
    constexpr std::size_t MaxReason = 200;
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(MaxBytes);
    LinePattern pattern;
    pattern.m_expression = std::make_shared<const RE2>(text, options);
    if (!pattern.m_expression->ok())
        return badInput(say("expected a regular expression of RE2: {1}",
                            pattern.m_expression->error().substr(0, MaxReason)));
    pattern.m_groups = pattern.m_expression->CapturingGroupNames();
    return pattern;
}

std::vector<std::string> LinePattern::groups() const {
    std::vector<std::string> names;
    for (const auto& [number, name] : m_groups)
        names.push_back(name);
    return names;
}

bool LinePattern::finds(std::string_view line) const {
    return m_expression->Match(re2::StringPiece(line.data(), line.size()), 0, line.size(), RE2::UNANCHORED,
                               nullptr, 0);
}

bool LinePattern::match(std::string_view line, Captured& captured) const {
    captured.clear();
    std::vector<re2::StringPiece> parts(static_cast<std::size_t>(m_expression->NumberOfCapturingGroups()) + 1);
    if (!m_expression->Match(re2::StringPiece(line.data(), line.size()), 0, line.size(), RE2::UNANCHORED,
                             parts.data(), static_cast<int>(parts.size())))
        return false;
    for (const auto& [number, name] : m_groups)
        if (const re2::StringPiece& part = parts[static_cast<std::size_t>(number)]; part.data() != nullptr)
            captured.emplace(name, std::string_view(part.data(), part.size()));
    return true;
}

} // namespace edgewright::runtimes
