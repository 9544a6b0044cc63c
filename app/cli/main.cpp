// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/console.h"
#include "app/cli/parser_words.h"
#include "core/base/language.h"
#include "core/base/say.h"
#include "core/base/version.h"
#include "core/ir/storage/machine_memory.h"
#include "core/kernels/isa.h"
#include "core/pipeline/rule_plugins.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <string_view>
#include <vector>

namespace {

using namespace edgewright::cli;
using edgewright::say, edgewright::translated;

constexpr std::string_view LanguageOption = "--language";

// The language that the words of help are in, too, which are made before options are parsed: one that is known
// of --language, else that of the environment.
std::string languageAskedFor(int argc, char** argv) {
    const std::string equals = std::string(LanguageOption) + "=";
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        std::string_view given;
        if (word == "--") break;
        if (word == LanguageOption && i + 1 < argc) given = argv[i + 1];
        if (word.starts_with(equals)) given = word.substr(equals.size());
        if (const auto language = edgewright::languageOf(given)) return *language;
    }
    return edgewright::languageOfEnvironment();
}

// Empty unless the first word is none of the verbs.
std::string verbProblem(int argc, char** argv) {
    if (argc < 2 || argv[1][0] == '-') return {};
    std::string known;
    for (const Command* command : commands()) {
        if (argv[1] == std::string_view(command->name)) return {};
        known += (known.empty() ? "" : ", ") + std::string(command->name);
    }
    return say("no verb is called '{1}'; there are: {2}", argv[1], known);
}

// Why the names of files and folders that `verb` was given are none; empty: they may be.
std::string emptyNameProblem(const CLI::App& verb) {
    for (const CLI::Option* option : verb.get_options()) {
        const std::string type = option->get_type_name();
        const bool isName = type.starts_with("FILE") || type.starts_with("DIR") || type.starts_with("PATH");
        if (isName && option->count() > 0 &&
            std::ranges::find(option->results(), "") != option->results().end())
            return say("{1}: the name is empty; expected {2}", option->get_name(), type);
    }
    for (const CLI::App* inner : verb.get_subcommands())
        if (std::string problem = emptyNameProblem(*inner); !problem.empty()) return problem;
    return {};
}

int execute(int argc, char** argv, Console& console) {
    CLI::App app{say("Edgewright: follow a neural network down to the edge hardware, without a screen."),
                 "edgewright-cli"};
    nameParts(app);
    app.require_subcommand(1);
    app.set_version_flag("--version", "edgewright-cli " EDGEWRIGHT_VERSION,
                         say("Display program version information and exit"));
    std::string language; // languageAskedFor() has it
    const auto addLanguage = [&](CLI::App& to) {
        to.add_option(std::string(LanguageOption), language,
                      say("The language of sentences, unless that of the environment"))
            ->type_name("NAME")
            ->check(CLI::IsMember(edgewright::languages()));
    };
    addLanguage(app);

    if (const std::string problem = verbProblem(argc, argv); !problem.empty()) {
        console.fail(edgewright::badInput(problem));
        return BadCommandLine;
    }
    std::vector<std::string> failures;
    edgewright::pipeline::loadListedRulePlugins(failures);
    std::vector<std::pair<CLI::App*, Run>> verbs;
    for (const Command* command : commands()) {
        CLI::App* verb = app.add_subcommand(command->name, translated("Verb", command->summary));
        verb->add_flag("--json", console.json,
                       say("One JSON document on standard output and nothing else there"));
        verb->add_flag("--quiet", console.quiet, say("Print nothing but errors"));
        addLanguage(*verb);
        verbs.emplace_back(verb, command->declare(*verb));
    }
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? Done : BadCommandLine;
    }
    for (const auto& [verb, run] : verbs)
        if (const std::string problem = verb->parsed() ? emptyNameProblem(*verb) : ""; !problem.empty()) {
            console.fail(edgewright::badInput(problem));
            return BadCommandLine;
        }
    if (console.json) // for programs
        if (const auto spoken = edgewright::speak(edgewright::English); !spoken)
            return console.fail(spoken.error());
    // Not before it is known whether they are wanted: --quiet.
    if (const std::string problem = edgewright::kernels::problemWithChoice(); !problem.empty())
        console.note(say("warning: {1}", problem));
    for (const std::string& failure : failures)
        console.note(say("warning: {1}", "EDGEWRIGHT_RULE_PLUGINS: " + failure));
    try {
        for (const auto& [verb, run] : verbs)
            if (verb->parsed()) {
                const auto status = run(console);
                return status ? *status : console.fail(status.error());
            }
    } catch (const CLI::ParseError& error) { // what only the model shows: the name of a dimension, for one
        console.fail(edgewright::badInput(parserText(error)));
        return BadCommandLine;
    } catch (const std::bad_alloc&) {
        return console.fail(edgewright::ir::machineOutOfMemory(say("out of memory")));
    } catch (const std::exception& error) {
        return console.fail(edgewright::internalError(error.what()));
    }
    return BadCommandLine;
}

} // namespace

int main(int argc, char** argv) {
    Console console;
    console.language = languageAskedFor(argc, argv);
    if (const auto spoken = edgewright::speak(console.language); !spoken)
        return console.finish(console.fail(spoken.error()));
    return console.finish(execute(argc, argv, console));
}
