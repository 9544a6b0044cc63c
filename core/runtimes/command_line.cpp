// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/runtimes/command_line.h"

#include "core/base/csv.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <sstream>

namespace edgewright::runtimes {

namespace {

constexpr std::size_t MaxVersion = 60; // characters that are shown

} // namespace

Result<std::vector<std::string>> commandLine(const Adapter& adapter, const std::vector<std::string>& program,
                                             const Request& request) {
    for (const auto& [name, value] : request.values)
        if (!adapter.values.contains(name)) {
            std::string names;
            for (const auto& [known, unlessTold] : adapter.values)
                names += (names.empty() ? "" : ", ") + known;
            return badInput(
                names.empty()
                    ? say("{1} takes no {2}; expected none", adapter.title, inQuotes(name))
                    : say("{1} takes no {2}; expected one of {3}", adapter.title, inQuotes(name), names));
        }
    const Placed put = [&](const std::string& name) -> Result<std::string> {
        if (name == ModelPlaceholder) return request.model;
        if (name == ScriptPlaceholder) return request.script;
        if (const auto asked = request.values.find(name); asked != request.values.end()) return asked->second;
        return adapter.values.at(name);
    };
    std::vector<std::string> words = program;
    const auto add = [&](const std::string& text) -> Result<void> {
        ASSIGN_OR_RETURN(std::string word, withPlaceholders(text, put));
        if (word.find('\0') != std::string::npos)
            return badInput(say("{1}: holds a NUL character", inQuotes(word)));
        words.push_back(std::move(word));
        return {};
    };
    for (const Argument& each : adapter.arguments) {
        if (each.condition.empty()) {
            RETURN_IF_ERROR(add(each.text));
            continue;
        }
        const bool holds = each.condition.starts_with('.') ? adapter.endingOf(request.model) == each.condition
                                                           : request.values.contains(each.condition);
        for (const std::string& text : holds ? each.then : each.otherwise)
            RETURN_IF_ERROR(add(text));
    }
    return words;
}

Result<std::vector<std::string>> versionLine(const Adapter& adapter, const std::vector<std::string>& program,
                                             const std::string& script) {
    if (adapter.versionArguments.empty()) return std::vector<std::string>();
    std::vector<std::string> words = program;
    for (const std::string& each : adapter.versionArguments) {
        ASSIGN_OR_RETURN(
            words.emplace_back(),
            withPlaceholders(each, [&](const std::string&) -> Result<std::string> { return script; }));
    }
    return words;
}

std::string versionIn(const Adapter& adapter, const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        LinePattern::Captured captured;
        std::string_view version = trimmed(line);
        if (adapter.version) {
            if (!adapter.version->match(line, captured)) continue;
            version = captured["version"];
        }
        if (version.empty()) continue;
        std::string shown(version.substr(0, MaxVersion));
        std::ranges::replace_if(
            shown, [](unsigned char c) { return c < 0x20 || c == 0x7f; }, '?');
        return shown;
    }
    return {};
}

} // namespace edgewright::runtimes
