// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser_words.h"

#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/table/terminal.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace edgewright::cli {

namespace {

// As the parser puts them together, placeholders in their order; those that others are like come first.
struct Sentence {
    CLI::ExitCodes error;
    const char* english;
};
constexpr Sentence Sentences[] = {
    {CLI::ExitCodes::RequiredError, TRANSLATABLE("Parser", "A subcommand is required")},
    {CLI::ExitCodes::RequiredError, TRANSLATABLE("Parser", "{1} is required")},
    {CLI::ExitCodes::RequiresError, TRANSLATABLE("Parser", "{1} requires {2}")},
    {CLI::ExitCodes::ExcludesError, TRANSLATABLE("Parser", "{1} excludes {2}")},
    {CLI::ExitCodes::ExtrasError, TRANSLATABLE("Parser", "The following argument was not expected: {1}")},
    {CLI::ExitCodes::ExtrasError, TRANSLATABLE("Parser", "The following arguments were not expected: {1}")},
    {CLI::ExitCodes::ArgumentMismatch, TRANSLATABLE("Parser", "{1}: At least {2} required but received {3}")},
    {CLI::ExitCodes::ArgumentMismatch, TRANSLATABLE("Parser", "{1}: At Most {2} required but received {3}")},
    {CLI::ExitCodes::ArgumentMismatch, TRANSLATABLE("Parser", "{1}: {2} required {3} missing")},
    {CLI::ExitCodes::ConversionError, TRANSLATABLE("Parser", "Could not convert: {1} = {2}")},
    {CLI::ExitCodes::ConversionError, TRANSLATABLE("Parser", "{1}: too many inputs for a flag")},
    {CLI::ExitCodes::ValidationError, TRANSLATABLE("Parser", "{1}: Value {2} not in range {3} to {4}")},
    {CLI::ExitCodes::ValidationError, TRANSLATABLE("Parser", "{1}: {2} not in {3}")},
};

// The texts in the places of placeholders; nothing: `text` is not of this form.
std::optional<std::vector<std::string_view>> argumentsOf(std::string_view english, std::string_view text) {
    std::vector<std::string_view> between, arguments;
    for (std::size_t open = 0; open != std::string_view::npos; english.remove_prefix(open + 3)) {
        open = english.find('{');
        between.push_back(english.substr(0, open));
        if (open == std::string_view::npos) break;
    }
    if (!text.starts_with(between.front())) return std::nullopt;
    text.remove_prefix(between.front().size());
    if (between.size() == 1) return text.empty() ? std::optional(arguments) : std::nullopt;
    for (std::size_t i = 1; i + 1 < between.size(); ++i) {
        const std::size_t end = text.find(between[i]);
        if (end == std::string_view::npos) return std::nullopt;
        arguments.push_back(text.substr(0, end));
        text.remove_prefix(end + between[i].size());
    }
    if (!text.ends_with(between.back())) return std::nullopt;
    arguments.push_back(text.substr(0, text.size() - between.back().size()));
    return arguments;
}

std::string filledIn(std::string_view format, const std::vector<std::string_view>& arguments) {
    std::string text;
    for (std::size_t at = 0; at < format.size(); ++at) {
        const auto argument = format[at] == '{' && at + 2 < format.size()
                                  ? static_cast<std::size_t>(format[at + 1] - '1')
                                  : arguments.size();
        if (argument >= arguments.size()) {
            text += format[at];
            continue;
        }
        text += arguments[argument];
        at += 2;
    }
    return text;
}

class Help final : public CLI::Formatter {
public:
    std::string make_group(std::string title, bool isPositional,
                           std::vector<const CLI::Option*> options) const override {
        return CLI::Formatter::make_group(title == "Options" ? say("Options") : std::move(title), isPositional,
                                          std::move(options));
    }
    // Columns, of which the base counts bytes.
    std::string make_option(const CLI::Option* option, bool isPositional) const override {
        const std::string name = make_option_name(option, isPositional) + make_option_opts(option);
        std::string line = CLI::Formatter::make_option(option, isPositional);
        const std::size_t behind = line.find(name) + name.size();
        if (line[behind] == ' ') line.insert(behind, name.size() - table::widthOf(name), ' ');
        return line;
    }
};

} // namespace

std::string parserText(const CLI::Error& error) {
    const std::string text = error.what();
    for (const Sentence& each : Sentences)
        if (error.get_exit_code() == static_cast<int>(each.error))
            if (const auto arguments = argumentsOf(each.english, text))
                return filledIn(translated("Parser", each.english), *arguments);
    return text;
}

void nameParts(CLI::App& program) {
    const auto formatter = std::make_shared<Help>();
    formatter->label("Usage", say("Usage"));
    formatter->label("OPTIONS", say("OPTIONS"));
    formatter->label("SUBCOMMAND", say("SUBCOMMAND"));
    formatter->label("Positionals", say("Positionals"));
    formatter->label("REQUIRED", say("REQUIRED"));
    formatter->label("Needs", say("Needs"));
    formatter->label("Excludes", say("Excludes"));
    program.group(say("Subcommands"));
    program.formatter(formatter);
    program.set_help_flag("-h,--help", say("Print this help message and exit"));
    program.failure_message([](const CLI::App* verb, const CLI::Error& error) {
        return parserText(error) + '\n' +
               say("Run with {1} for more information.", verb->get_help_ptr()->get_name()) + '\n';
    });
}

} // namespace edgewright::cli
