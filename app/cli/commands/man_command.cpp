// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/verb_words.h"
#include "core/base/translatable.h"

#include <CLI/CLI.hpp>

namespace edgewright::cli::man_command {

namespace {

// As troff(7) reads it: no command of its own at the beginning of a line, and "-" as it is typed.
std::string roff(const std::string& text) {
    std::string written;
    for (const char each : text)
        if (each == '\\')
            written += "\\e";
        else if (each == '-')
            written += "\\-";
        else
            written += each == '\n' ? ' ' : each;
    return !written.empty() && (written[0] == '.' || written[0] == '\'') ? "\\&" + written : written;
}

std::string optionText(const OptionWords& option) {
    std::string names;
    for (const std::string& name : option.names)
        names += (names.empty() ? "\\fB" : ", \\fB") + roff(name) + "\\fR";
    if (!option.argument.empty()) names += (names.empty() ? "\\fI" : " \\fI") + roff(option.argument) + "\\fR";
    return ".TP\n" + names + "\n" + roff(option.summary) + "\n";
}

std::string manual(const CLI::App& program) {
    std::string text;
    for (const VerbWords& verb : verbWords(program)) {
        if (!verb.path.empty()) text += ".SS \"" + roff(program.get_name() + " " + verb.path) + "\"\n";
        if (!verb.path.empty()) text += roff(verb.summary) + "\n";
        for (const OptionWords& option : verb.options)
            if (verb.path.empty() || option.names.empty() || option.names.back() != "--help")
                text += optionText(option);
    }
    text.pop_back(); // the last line end comes with printing
    return text;
}

Run declare(CLI::App& verb) {
    return [&verb](Console& console) -> Result<ExitStatus> {
        const std::string text = manual(*verb.get_parent());
        console.printJson({{"roff", text}});
        console.printLines(text);
        return Done;
    };
}

} // namespace

extern const Command entry{
    "man", TRANSLATABLE("Verb", "All verbs and options, as the part of a manual page that lists them"),
    declare};

} // namespace edgewright::cli::man_command
