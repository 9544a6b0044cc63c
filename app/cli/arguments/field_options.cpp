// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/field_options.h"

#include "app/cli/arguments/checks.h"
#include "core/base/say.h"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <sstream>

namespace edgewright::cli {

namespace {

std::string usualText(const FieldInfo& field, const FieldValue& usual) {
    if (field.kind == FieldKind::Count)
        if (const auto named = field.choiceOf(usual)) return translated("Setting", named->title);
    std::ostringstream text;
    std::visit(
        [&](const auto& value) {
            using T = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<T, std::monostate>)
                text << translated("Setting", field.absent);
            else if constexpr (std::is_same_v<T, bool>)
                text << (value ? say("yes") : say("no"));
            else
                text << value;
        },
        usual);
    return text.str();
}

// `text` has passed the check of the option.
FieldValue valueFrom(const FieldInfo& field, const std::string& text) {
    switch (field.kind) {
    case FieldKind::Flag:
        return text == "true";
    case FieldKind::Count:
        return std::int64_t(std::strtoll(text.c_str(), nullptr, 10));
    case FieldKind::Seed:
        return std::uint64_t(std::strtoull(text.c_str(), nullptr, 10));
    case FieldKind::Number:
        return std::strtod(text.c_str(), nullptr);
    case FieldKind::Choice:
    case FieldKind::Text:
        break;
    }
    return text;
}

} // namespace

std::string optionOf(const FieldInfo& field) {
    std::string name(field.option.empty() ? field.key : field.option);
    std::ranges::replace(name, '_', '-');
    return "--" + name;
}

CLI::Option* declareField(CLI::App& verb, const FieldInfo& field, const FieldValue& usual,
                          std::optional<FieldValue>& given) {
    const std::string name = optionOf(field), unless = usualText(field, usual);
    const std::string told = translated("Setting", field.help);
    const std::string help = unless.empty() ? told : say("{1}; {2} unless told", told, unless);
    if (field.kind == FieldKind::Flag)
        return verb.add_flag_function(
            name + ",!--no-" + name.substr(2), [&given](std::int64_t count) { given = count > 0; }, help);
    return limited(
        verb.add_option_function<std::string>(
            name, [&given, &field](const std::string& text) { given = valueFrom(field, text); }, help),
        field);
}

void declareText(CLI::App& verb, const FieldInfo& field, const std::string& unless, std::string& text) {
    verb.add_option(
        optionOf(field), text,
        say("{1}: {2}; {3} unless told", translated("Setting", field.help), field.choiceList(), unless));
}

} // namespace edgewright::cli
